// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- InPlace.h - kernels that work on the program's own arrays ----------===//
//
// On a device that shares memory with the host nothing need be moved. But when
// a launch fails, the native variant must find what the loop has read as it
// was. Bytes that the loop only reads, or only writes, are no problem: the
// native variant stores the same values at the same places again. What it both
// reads and writes is kept beside, and put back after a failure; that is done
// only where all of it is certainly overwritten, since other threads may be
// working on bytes that the loop might leave alone. One copy instead of three.
//
//===----------------------------------------------------------------------===//
#ifndef TWOFOLD_RUNTIME_BYTES_INPLACE_H
#define TWOFOLD_RUNTIME_BYTES_INPLACE_H

#include "bytes/Residence.h"

namespace twofold {

/// What a kernel that is cut short would spoil for the native variant. Pure.
inline RangeSet spoiledBy(const RegionUse &Use) {
  return Use.Writes.intersection(Use.Reads);
}

/// Whether a launch may use the bytes where they are. Pure.
inline bool mayWorkInPlace(const RegionUse &Use) {
  return spoiledBy(Use).without(Use.Covered).empty();
}

} // namespace twofold

#endif
