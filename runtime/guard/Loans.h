// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- Loans.h - memory that the program has lent to libc -----------------===//
//
// A stream's buffer and that of a request are read and written by the kernel
// when no call names them. So they are at home from the loan on, and nothing of
// them stays on a device until it is over: loops that use them move them each
// time.
//
//===----------------------------------------------------------------------===//
#ifndef TWOFOLD_RUNTIME_GUARD_LOANS_H
#define TWOFOLD_RUNTIME_GUARD_LOANS_H

#include "bytes/RangeSet.h"

namespace twofold::observation {

/// Memory is lent to To, which nobody dereferences, in place of what was lent
/// to it: no launch that begins later keeps something of it on a device. What
/// is there stays there (see lend()). Thread-safe, as all of these.
void noteLoan(const void *To, ByteRange Memory);
/// To has the memory no longer that it was lent.
void takeBack(const void *To);
/// The memory is freed, or becomes another's: no loan is left of it.
void forgetLoans(ByteRange Memory);
/// What of Pages is not lent, of pages of so many bytes.
RangeSet withoutLoans(RangeSet Pages, uint64_t PageBytes);

/// To ends: what it has comes back when this does, and is To's no longer at
/// once, as another one may come to lie there.
class LoanEnd {
  const ByteRange Memory;

public:
  explicit LoanEnd(const void *To);
  ~LoanEnd();
  LoanEnd(const LoanEnd &) = delete;
};

/// To be called around a fork.
void beforeForkOfLoans();
void afterForkOfLoans();

} // namespace twofold::observation

#endif
