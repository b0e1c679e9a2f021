// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- RegionLease.h - the regions that one launch uses -------------------===//
#ifndef TWOFOLD_RUNTIME_REGION_REGIONLEASE_H
#define TWOFOLD_RUNTIME_REGION_REGIONLEASE_H

#include "region/Region.h"
#include "replay/LaunchLog.h"

#include <cstring>
#include <memory>
#include <new>
#include <vector>

namespace twofold {

class Regions;

/// What a launch does through one base.
struct RegionNeed {
  ByteRange Range; ///< must be in one buffer
  RegionUse Use;
  RangeSet Own;        ///< see BaseFootprint
  RangeSet Loose = {}; ///< of both: what may stay in a scope if it is no page
  /// Of Range: what may stay, if its pages can be guarded.
  ByteRange Around = {};
};

/// Locked from acquire() to destruction. Regions does all the work.
class RegionLease {
  friend class Regions;

public:
  /// One region, and what the launch does to it.
  struct Part {
    Region *Of;
    RegionUse Use;
    /// Pages whose contents stay on the device. The lease moves them; all other
    /// bytes are the launch's to send and to receive.
    RangeSet Kept;
    /// Of Kept: bytes for themselves, for the time of a scope (Keep::All).
    RangeSet Loose;
    /// The launch finds all of Kept in place and changes nothing of it.
    bool Shared = false;
    /// The kernel works on the program's own bytes; nothing is to be moved.
    bool InPlace = false;

    RangeSet Own;
    RangeSet Sent; ///< of Kept, by prepare()
    RegionCopy *On = nullptr;
    /// The region is not as it was when the lease was acquired.
    bool Changed = false;
    bool Leaves = false;      ///< something newer than the host's, by commit()
    uint64_t Version = 0;     ///< of the region, when it was acquired
    RegionMap::Id Number = 0; ///< of the region, while the lease rests

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

    Buffer &memory() const { return *On->Memory; }
    uint64_t origin() const { return On->Origin; }
  };

  static constexpr unsigned NoPart = ~0u;

private:
  Regions *From = nullptr;
  DeviceSlot *Slot = nullptr;
  SiteRecord *For = nullptr;
  std::vector<Part> Locked;
  std::vector<unsigned> PartOfNeed;
  /// Regions that nobody else knows of: all of them unless results stay.
  std::vector<std::unique_ptr<Region>> Private;
  bool Settled = false;   ///< committed or aborted
  bool Clean = false;     ///< the device is done with the buffers
  uint64_t Losses = 0;    ///< of all regions, when it was acquired
  uint64_t Upheavals = 0; ///< the same
  bool IsResumed = false;
  bool InScope = false;                            ///< Keep::All
  std::unique_ptr<const LaunchLog::Effect> Logged; ///< by commit()
  LaunchLog::Generation LoggedIn = 0;              ///< 0: it was not
  LaunchLog::Group LoggedTo = 0;
  PendingLaunches::Kept Copied; ///< CopyRoom bytes, or null
  uint64_t CopyRoom = 0, BytesCopied = 0;

  /// What of prepare()'s may be sent later: a copy where there is to be one.
  const char *toSend(const char *From, uint64_t Bytes) {
    if (Bytes > CopyRoom - BytesCopied)
      return From;
    if (!Copied)
      Copied.reset(new (std::nothrow) char[CopyRoom]);
    if (!Copied)
      return From;
    char *const To = &Copied[BytesCopied];
    BytesCopied += Bytes;
    return static_cast<char *>(std::memcpy(To, From, size_t(Bytes)));
  }

public:
  uint64_t BytesToDevice = 0; ///< sent by prepare()
  /// The launch may be left under way: where little is missing, prepare() sends
  /// copies of it.
  bool MayLeave = false;
  /// Set before commit() by a launch that may still be under way.
  PendingLaunches::Number Pending = 0;
  /// What the launch can be repeated from; lives until it is committed. Null:
  /// it cannot be, or leaves nothing.
  LaunchRecord *Record = nullptr;
  /// What the launch writes does not stay on the device.
  bool WritesComeHome = false;

  RegionLease() = default;
  RegionLease(RegionLease &&Other) noexcept { *this = std::move(Other); }
  RegionLease &operator=(RegionLease &&Other) noexcept {
    std::swap(From, Other.From);
    std::swap(Slot, Other.Slot);
    std::swap(For, Other.For);
    std::swap(Locked, Other.Locked);
    std::swap(PartOfNeed, Other.PartOfNeed);
    std::swap(Private, Other.Private);
    std::swap(Settled, Other.Settled);
    std::swap(Clean, Other.Clean);
    std::swap(Losses, Other.Losses);
    std::swap(Upheavals, Other.Upheavals);
    std::swap(IsResumed, Other.IsResumed);
    std::swap(InScope, Other.InScope);
    std::swap(Logged, Other.Logged);
    std::swap(LoggedIn, Other.LoggedIn);
    std::swap(LoggedTo, Other.LoggedTo);
    std::swap(BytesToDevice, Other.BytesToDevice);
    std::swap(MayLeave, Other.MayLeave);
    std::swap(Copied, Other.Copied);
    std::swap(CopyRoom, Other.CopyRoom);
    std::swap(BytesCopied, Other.BytesCopied);
    std::swap(Pending, Other.Pending);
    std::swap(Record, Other.Record);
    std::swap(WritesComeHome, Other.WritesComeHome);
    return *this;
  }
  /// A launch that was not committed has failed before it began.
  ~RegionLease();

  const std::vector<Part> &parts() const { return Locked; }
  /// Whether the host's bytes may change although the device still gets what
  /// prepare() has sent.
  bool sentCopies() const { return BytesCopied == BytesToDevice; }
  /// Null when nothing was copied. Lives as long as the launch may be under
  /// way.
  PendingLaunches::Kept takeCopies() { return std::move(Copied); }
  /// The part that holds need number I; null: that need was empty.
  const Part *partOf(unsigned I) const {
    return PartOfNeed[I] == NoPart ? nullptr : &Locked[PartOfNeed[I]];
  }
};

} // namespace twofold

#endif
