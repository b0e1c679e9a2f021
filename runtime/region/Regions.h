// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- Regions.h - all memory that devices have copies of -----------------===//
#ifndef TWOFOLD_RUNTIME_REGION_REGIONS_H
#define TWOFOLD_RUNTIME_REGION_REGIONS_H

#include "region/RegionLease.h"

namespace twofold {

/// Where the bytes of a range are current; some are in several places.
struct Whereabouts {
  uint64_t Host = 0;
  std::map<unsigned, uint64_t> Devices; ///< by device number
};

/// Bytes of one need, by where they are and what a call does to them.
struct NeedPlace {
  uint64_t Touched = 0;
  uint64_t Sent = 0;     ///< to be there before a launch
  uint64_t Written = 0;  ///< by the call, maybe
  uint64_t OnDevice = 0; ///< of Touched, current there
  uint64_t Hidden = 0;   ///< of Touched, newer on some device
  /// What no residence saves.
  uint64_t SentEachTime = 0, FetchedEachTime = 0;
};

/// Thread-safe. Every function may wait for a launch that uses the same memory.
class Regions final : public GuardResolver {
public:
  using GuardMaker = std::function<std::unique_ptr<PageGuard>(GuardResolver &)>;
  using Keep = RegionLease::Keep;
  using Undo = RegionLease::Undo;
  using Counters = RegionCounters;
  using NeedPlace = twofold::NeedPlace;
  /// The pages around an address that hold nothing but the block of memory that
  /// it is in; empty where that is not known. It may touch memory.
  using PageOwner = std::function<ByteRange(uint64_t Address)>;

private:
  RegionParts Parts;
  PageOwner PagesOf;

  RangeSet known(const RangeSet &Own) const;

  template <typename FindNext, typename Function>
  void changeEach(const RangeSet &Range, FindNext Find, Function Change);
  template <typename Function>
  void changePages(ByteRange Range, Function Change);
  void abandon(Region &R, ByteRange Range);

public:
  /// Copies: Lazy only with a guard that works; says so when it does not, and
  /// is as Function then. Unset: the same, and it is no trouble when it does
  /// not. PageBytes: 0 for the machine's.
  Regions(std::optional<Coherence> Copies, const Trace &Log, Statistics &Counts,
          const GuardMaker &MakeGuard = {}, uint64_t PageBytes = 0);
  /// Brings everything home.
  ~Regions() override;

  /// Results stay on devices.
  bool lazy() const { return Parts.lazy(); }
  /// They do for the time of a FunctionScope only.
  bool scoped() const { return Parts.Guard.keepsBytes(); }
  /// How a call holds its data.
  Keep keepOf(bool InScope) const {
    if (scoped())
      return InScope ? Keep::Pages : Keep::Nothing;
    return InScope && Parts.Guard.keepsPages() ? Keep::All : Keep::Pages;
  }
  /// Set before the first launch. Fast unless set.
  void setDurability(Durability To) { Parts.Recovery.setDurability(To); }
  Durability durability() const { return Parts.Recovery.durability(); }
  /// See LossRecovery.
  void recover(DeviceSlot &Failed, const Error &Why) {
    Parts.Recovery.recover(Failed, Why);
  }
  void checkpoint() { Parts.Recovery.checkpoint(); }
  /// For tests, which make lost bytes themselves. Set before the first launch.
  void setMaker(LossRecovery::Maker To) {
    Parts.Recovery.setMaker(std::move(To));
  }
  /// For tests, whose launches are no older where the machine has more to do.
  void setClock(LossRecovery::Clock To) {
    Parts.Recovery.setClock(std::move(To));
  }
  /// Set before the first launch. Arrays get whole pages where their blocks
  /// have them. Of memory that is in no known block nothing stays on a device
  /// between launches: nobody would see it being freed.
  void setOwners(PageOwner OfPages, BlockFinder OfBlocks) {
    PagesOf = std::move(OfPages);
    Parts.BlockOf = std::move(OfBlocks);
  }
  /// Set before the first launch.
  void setZeroCopy(bool Allowed) { Parts.Mover.setZeroCopy(Allowed); }
  /// See RegionMover. Nothing stays there: regions are of one launch
  /// (Keep::Nothing).
  bool worksInPlace(const DeviceSlot &Slot) const {
    return Parts.Mover.worksInPlace(Slot);
  }
  /// A launch that keeps nothing has moved as much.
  void noteMoved(uint64_t Bytes) { Parts.noteMoved(Bytes); }
  const Counters &counters() const { return Parts.Table.counters(); }
  /// What is spent on data that comes home is booked there.
  DeviceAccount &account() { return Parts.Mover.account(); }
  /// No memory is on a device: then nothing below has anything to do.
  /// Who sees that sees all that has come home.
  bool idle() const { return Parts.Table.empty(); }

  // For launches.

  /// See RegionLease.
  Result<RegionLease> acquire(std::vector<RegionNeed> Needs, DeviceSlot &Slot,
                              SiteRecord *For = nullptr,
                              Keep How = Keep::Pages);
  /// See RegionMover.
  Result<std::unique_ptr<Buffer>> allocate(DeviceSlot &Slot, size_t Bytes) {
    return Parts.Mover.allocate(Slot, Bytes);
  }
  static uint64_t budget(const DeviceFacts &Facts) {
    return RegionMover::budget(Facts);
  }

  // For host accesses.

  void resolve(ByteRange Block, bool Write) override;
  /// The host is about to read or to write bytes of Range.
  void touch(ByteRange Range, bool Write,
             TransferReason Why = TransferReason::Touched) {
    Parts.Mover.touch(Range, Write, Why);
  }
  /// Makes the host's bytes current; copies on devices stay.
  void sync(ByteRange Range) { touch(Range, false, TransferReason::Asked); }
  void syncAll() { sync({0, UINT64_MAX}); }
  /// The contents are not needed any more: whole pages are not copied back.
  void discard(ByteRange Range);
  /// Copies what is missing to the device. Nothing happens unless results stay.
  Status prefetch(ByteRange Range, DeviceSlot &To);
  /// Until unpin, no launch may use Range. Unpin ends one pin of exactly Range;
  /// false when there is none.
  void pin(ByteRange Range);
  bool unpin(ByteRange Range) {
    const RegionTable::Locked Lock = Parts.Table.lock();
    return Parts.Table.unpin(Range);
  }
  /// Ends all pins in Range, which is about to be freed.
  void endPins(ByteRange Range) {
    if (!Parts.Table.hasPins())
      return;
    const RegionTable::Locked Lock = Parts.Table.lock();
    Parts.Table.endPins(Range);
  }
  bool pinned(ByteRange Range) const;
  /// The memory is about to be freed. What else its pages hold comes home.
  void forget(ByteRange Range);
  /// A scope whose loops have touched these bytes is over, or the host is about
  /// to do something else: what stayed for its sake is home afterwards.
  void endScope(const RangeSet &Touched);

  /// Everything is on the host and stays there until endFork(). A child has
  /// nobody who could resolve accesses; it must use no region.
  void beginFork();
  void endFork() { Parts.Table.unlock(); }
  /// In the child, which keeps the lock.
  static void endForkInChild() { SignalHold::end(); }

  // Before a call: other threads may change the answers at any time.

  /// What launches take for the calls' arrays where results stay: with the
  /// bytes beside them that are their own blocks'.
  std::vector<RegionNeed> widen(std::vector<RegionNeed> Needs) const;
  Whereabouts where(ByteRange Range) const;
  /// One for each need. Slot null: no device is open.
  std::vector<NeedPlace> places(const std::vector<RegionNeed> &Needs,
                                const DeviceSlot *Slot,
                                Keep How = Keep::Pages) const;

  size_t count() const { return Parts.Table.count(); }
  /// Device memory of all regions, over all devices.
  uint64_t deviceBytes() const;
  uint64_t pinnedBytes() const;
};

} // namespace twofold

#endif
