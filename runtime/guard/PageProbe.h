// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- PageProbe.h - which pages of this process can be read --------------===//
#ifndef TWOFOLD_RUNTIME_GUARD_PAGEPROBE_H
#define TWOFOLD_RUNTIME_GUARD_PAGEPROBE_H

#include "bytes/RangeSet.h"

namespace twofold {

/// A ReadableProbe (Footprint.h) that asks the kernel, without a fault. False
/// when the system call is refused and when Wanted has too many pages. Under
/// the address sanitizer, bytes that it has poisoned count as unreadable.
bool probePages(ByteRange Wanted, ByteRange Known, RangeSet &Readable);

/// Whether these bytes of one page can be read, in a fifth of the time that
/// probePages takes. False: they cannot, or it has to be asked. Says nothing of
/// what a sanitizer has poisoned. Leaves errno alone.
bool readsAtOnce(uint64_t Address, uint64_t Bytes);

} // namespace twofold

#endif
