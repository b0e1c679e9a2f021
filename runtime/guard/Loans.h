// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- Loans.h - memory that the program has lent to libc -----------------===//
//
// The kernel reads and writes the buffers of streams and of asynchronous
// requests without a call that names them. So while memory is lent its current
// bytes are on the host, and nothing of it stays on a device: loops that use it
// move it each time.
#ifndef TWOFOLD_RUNTIME_GUARD_LOANS_H
#define TWOFOLD_RUNTIME_GUARD_LOANS_H

#include "bytes/RangeSet.h"

namespace twofold::observation {

/// Memory is lent to To, in place of what was lent to To until then; To is
/// never dereferenced. Launches that begin later keep nothing of Memory on a
/// device; what is there already stays (see lend()). All functions here are
/// thread-safe.
void noteLoan(const void *To, ByteRange Memory);
/// Ends the loan to To.
void takeBack(const void *To);
/// Ends all loans of Memory, which is freed or gets another owner.
void forgetLoans(ByteRange Memory);
/// The pages of Pages, of PageBytes each, that are not lent.
RangeSet withoutLoans(RangeSet Pages, uint64_t PageBytes);

/// While To is being destroyed. To has no loan from the construction on, as
/// another object may come to lie there; its memory stays lent to the end.
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
