// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- RegionFetch.h - copies bytes from a device -------------------------===//
#ifndef TWOFOLD_RUNTIME_REGION_REGIONFETCH_H
#define TWOFOLD_RUNTIME_REGION_REGIONFETCH_H

#include "region/Region.h"
#include "replay/LaunchLog.h"
#include "report/Statistics.h"
#include "report/TransferReason.h"

#include <span>

namespace twofold {

/// Large ranges come home in pieces of this size, in bytes: a guard has fresh
/// memory for as much, and threads that wait for the first piece need not wait
/// for all.
inline constexpr uint64_t LargestBlock = uint64_t(4) << 20;

/// As much of the beginning of Rest, which is shorter by it afterwards.
inline ByteRange takeBlock(ByteRange &Rest) {
  const uint64_t End = Rest.Begin + std::min(Rest.size(), LargestBlock);
  return {std::exchange(Rest.Begin, End), End};
}

/// Bytes that one device alone has.
struct NewerBlock {
  Region *Of;
  RegionCopy *On;
  ByteRange Range;
  LaunchLog::Group MadeBy = 0;
};
using NewerBlocks = std::span<const NewerBlock>;

/// From the first to the last of blocks that lie beside each other.
inline ByteRange hull(NewerBlocks Beside) {
  return {Beside.front().Range.Begin, Beside.back().Range.End};
}
/// Those at the beginning of Blocks that do: to change all of them at once
/// takes the kernel hardly longer than one. At least one.
NewerBlocks neighbours(NewerBlocks Blocks);

/// Copies Range, which the device has, to To. With the region locked.
Status fetch(RegionCopy &From, ByteRange Range, char *To);
/// The same for several on one device, which is waited for once. False: they
/// are to be fetched one by one.
bool fetchTogether(NewerBlocks Blocks, char *To);

/// Books bytes of the region that have come home.
void bookHome(Statistics &Counts, const Region &R, uint64_t Bytes,
              TransferReason Why);

} // namespace twofold

#endif
