// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- Region.h - host memory that may have copies on devices -------------===//
#ifndef TWOFOLD_RUNTIME_REGION_REGION_H
#define TWOFOLD_RUNTIME_REGION_REGION_H

#include "bytes/RegionMap.h"
#include "bytes/Residence.h"
#include "device/DeviceTable.h"

#include <cassert>
#include <memory>
#include <thread>
#include <vector>

namespace twofold {

struct SiteRecord;

/// A region's bytes on one device, in one buffer.
struct RegionCopy {
  DeviceSlot *Slot;
  Residence State; ///< its bounds: what the buffer has room for
  uint64_t Origin; ///< host address that corresponds to the buffer's byte 0
  std::unique_ptr<Buffer> Memory;
  /// The last launch that wrote it and was not waited for; 0: none.
  PendingLaunches::Number LastLaunch = 0;

  /// Bytes that are current nowhere else.
  RangeSet newer() const {
    return RangeSet(State.bounds()).without(State.onHost());
  }
};

/// Between launches, what a device has is whole pages: nothing else of a region
/// can be guarded, so nothing else is taken for current there, but for Loose
/// bytes while a FunctionScope lasts. No byte is newer on two devices, and
/// those that are newer on one are Hidden.
struct Region {
  RegionMap::Id Number = 0;
  ByteRange Range;
  /// One for each device that has been used, and more while regions merge.
  std::vector<RegionCopy> Copies;

  RangeSet Own;   ///< what launches have said is one array's memory
  RangeSet Pages; ///< of Own: those whose contents may stay on a device
  RangeSet Loose; ///< in no page of Pages; they may stay in a scope
  /// Whose scope that is; with Scoped, of the whole region. To others they are
  /// as any bytes of the host: they may write some of them meanwhile, which
  /// nobody notices.
  std::thread::id ScopeOf;
  RangeSet Hidden;   ///< newer on a device; no host access
  RangeSet ReadOnly; ///< current on a device too; no host write

  /// Another one means that something else is where, or may be.
  uint64_t Version = 0;
  unsigned Readers = 0; ///< launches and host reads that are under way
  bool Writer = false;  ///< one launch or host write
  bool Temporary = false;
  uint64_t LastUse = 0;
  SiteRecord *LastWriter = nullptr; ///< what copies back are counted for

  bool mayLock(bool Shared) const { return !Writer && (Shared || !Readers); }
  void lock(bool Shared) {
    assert(mayLock(Shared));
    if (Shared)
      ++Readers;
    else
      Writer = true;
  }
  void unlock(bool Shared) {
    assert(Shared ? Readers > 0 && !Writer : Writer && !Readers);
    if (Shared)
      --Readers;
    else
      Writer = false;
  }

  /// Bytes as ranges that are either pages or loose.
  std::vector<ByteRange> apart(const RangeSet &Bytes) const {
    if (Loose.empty())
      return {Bytes.begin(), Bytes.end()};
    RangeSet Beside = Bytes.intersection(Loose), Whole = Bytes.without(Loose);
    std::vector<ByteRange> Out(Whole.begin(), Whole.end());
    Out.insert(Out.end(), Beside.begin(), Beside.end());
    return Out;
  }

  /// The device's only copy, if that has room for all of the region.
  RegionCopy *wholeCopy(const DeviceSlot &On) {
    RegionCopy *Found = nullptr;
    for (RegionCopy &C : Copies)
      if (C.Slot == &On) {
        if (Found || !C.State.bounds().contains(Range))
          return nullptr;
        Found = &C;
      }
    return Found;
  }
};

} // namespace twofold

#endif
