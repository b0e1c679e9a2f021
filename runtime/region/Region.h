// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- Region.h - host memory that may have copies on devices -------------===//
#ifndef TWOFOLD_RUNTIME_REGION_REGION_H
#define TWOFOLD_RUNTIME_REGION_REGION_H

#include "bytes/RegionMap.h"
#include "bytes/Residence.h"
#include "device/DeviceTable.h"

#include <atomic>
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

/// What has happened to regions.
struct RegionCounters {
  std::atomic<uint64_t> Merges{0}; ///< of regions that had device memory
  std::atomic<uint64_t> Evictions{0}, Faults{0};
  std::atomic<uint64_t> Resumed{0};     ///< leases
  std::atomic<uint64_t> BytesJoined{0}; ///< copied on a device by merges
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
  /// Whose scope that is; where any byte is kept, of the whole region. To
  /// others they are as any bytes of the host: they may write some of them
  /// meanwhile, which nobody notices.
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

  /// No device has these bytes any more.
  void markHostWritten(ByteRange Bytes) {
    for (RegionCopy &C : Copies)
      C.State.markHostWritten(Bytes);
  }
  void markHostWritten(const RangeSet &Bytes) {
    for (const ByteRange &Each : Bytes)
      markHostWritten(Each);
  }
  /// Block, which From alone had, is the host's. Stays: From's too.
  void markHome(RegionCopy &From, ByteRange Block, bool Stays) {
    Hidden.erase(Block);
    if (!Stays)
      return markHostWritten(Block);
    From.State.markFetched(Block);
    ReadOnly.insert(Block);
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

/// What a launch does through one base.
struct RegionNeed {
  ByteRange Range; ///< must be in one buffer
  RegionUse Use;
  RangeSet Own;        ///< see BaseFootprint
  RangeSet Loose = {}; ///< of both: what may stay in a scope if it is no page
  /// Of Range: what may stay, if its pages can be guarded.
  ByteRange Around = {};
};

/// One region, and what the launch does to it.
struct LeasePart {
  Region *Of;
  RegionUse Use;
  /// Pages whose contents stay on the device. The lease moves them; all other
  /// bytes are the launch's to send and to receive.
  RangeSet Kept;
  /// Of Kept: bytes for themselves, for the time of a scope.
  RangeSet Loose;
  /// The launch finds all of Kept in place and changes nothing of it.
  bool Shared = false;
  /// The kernel works on the program's own bytes; nothing is to be moved.
  bool InPlace = false;

  RangeSet Own;
  RangeSet Sent; ///< of Kept, by RegionLease::prepare()
  RegionCopy *On = nullptr;
  /// The region is not as it was when the lease was acquired.
  bool Changed = false;
  bool Leaves = false;      ///< something newer than the host's
  uint64_t Version = 0;     ///< of the region, when it was acquired
  RegionMap::Id Number = 0; ///< of the region, while the lease rests

  /// Keeps all that may stay of the region.
  void keepAll(const Region &R) {
    Loose = R.Loose;
    Kept = R.Pages;
    Kept.insert(R.Loose);
  }
  /// Of Kept: all that changes its place if some of Bytes do.
  RangeSet around(const RangeSet &Bytes, uint64_t PageBytes) const {
    return keptOf(Bytes.outer(PageBytes), Bytes);
  }
  /// Of Kept: all that Bytes fill.
  RangeSet filled(const RangeSet &Bytes, uint64_t PageBytes) const {
    return keptOf(Bytes.inner(PageBytes), Bytes);
  }
  /// Of Kept: Pages of it, and of what is loose Bytes alone.
  RangeSet keptOf(const RangeSet &Pages, const RangeSet &Bytes) const {
    RangeSet Out = Pages.intersection(Kept);
    if (!Loose.empty()) {
      Out.erase(Loose);
      Out.insert(Bytes.intersection(Loose));
    }
    return Out;
  }
  /// Of Kept: what the launch must find on the device, because it reads it or
  /// does not certainly overwrite it from end to end.
  RangeSet needed(uint64_t PageBytes) const {
    RangeSet Out =
        around(Use.Writes, PageBytes).without(filled(Use.Covered, PageBytes));
    Out.insert(around(Use.Reads, PageBytes));
    return Out;
  }

  Buffer &memory() const { return *On->Memory; }
  uint64_t origin() const { return On->Origin; }
};

/// What a launch's needs amount to.
struct LeasePlan {
  struct Group {
    ByteRange Range;
    std::vector<Region *> Old; ///< regions in Range so far
    LeasePart Part;
  };
  static constexpr unsigned NoPart = ~0u; ///< of a need that is empty

  std::vector<Group> Groups;
  std::vector<unsigned> GroupOfNeed;
};

} // namespace twofold

#endif
