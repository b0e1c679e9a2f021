// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- RegionLease.h - the regions that one launch uses -------------------===//
//
// A launch acquires the regions that it needs, all at once; prepares them,
// which sends what is missing; runs; and commits what it has written. Results
// stay on the device when copies are lazy: then the guard stops host accesses,
// and the bytes come home before the access is made. Otherwise a region lives
// for one launch.
//
// A program that steps through time makes the same launches over and over, and
// finds everything in place. What acquiring, preparing and committing one has
// found out stays right until some region has another version: so a lease may
// rest, and be resumed.
#ifndef TWOFOLD_RUNTIME_REGION_REGIONLEASE_H
#define TWOFOLD_RUNTIME_REGION_REGIONLEASE_H

#include "bytes/Footprint.h"
#include "region/RegionMover.h"

namespace twofold {

/// What Regions consists of. Each uses those before it, and the guard.
struct RegionParts {
  const Trace &Log;
  Statistics &Counts;
  const bool TellsNoGuard; ///< to somebody who may want to know
  std::atomic<bool> NoGuardTold{false};
  /// What is told once data has moved for want of a guard; empty: nothing.
  std::string TellWhenMoved;
  std::atomic<unsigned> Moves{0};
  RegionTable Table;
  LossRecovery Recovery;
  RegionMover Mover;
  BlockFinder BlockOf;
  SplitGuard Guard; ///< goes first: who is stopped may still ask

  RegionParts(const Trace &Log, Statistics &Counts, bool TellsNoGuard,
              uint64_t PageBytes)
      : Log(Log), Counts(Counts), TellsNoGuard(TellsNoGuard), Table(Guard),
        Recovery(Table, Guard, Log, Counts),
        Mover(Table, Guard, Recovery, Log, Counts), Guard(PageBytes) {}

  /// Results stay on devices.
  bool lazy() const { return Guard.keeps(); }
  /// Once.
  void tellNoGuard(const char *Instead, const std::string &WhyNot) {
    if (TellsNoGuard)
      tell(Instead, WhyNot);
  }
  /// Bytes of an array were moved that would have stayed on a device. The first
  /// move had to be made in any case.
  void noteMoved(uint64_t Bytes) {
    if (Bytes >= SmallestToldOf && !TellWhenMoved.empty() && Moves++ == 1)
      tell("function", TellWhenMoved);
  }

private:
  /// Allocators' blocks below this size never stay.
  static constexpr uint64_t SmallestToldOf = uint64_t(64) << 10;
  void tell(const char *Instead, const std::string &WhyNot) {
    if (!NoGuardTold.exchange(true))
      Log.line("", "TWOFOLD_COHERENCE=lazy is not possible here, results are "
                   "copied back as with TWOFOLD_COHERENCE=" +
                       std::string(Instead) + ": " + WhyNot);
  }
};

/// Locked from acquire() to destruction, or until it rests.
class RegionLease {
public:
  using Part = LeasePart;
  /// What becomes of a launch's data on the device. All: what is no whole
  /// page stays too, until the call's FunctionScope is emptied.
  enum class Keep { Pages, All, Nothing };
  /// Whether a launch that ran may turn out not to count. Repeat: then the
  /// native variant runs the same iterations.
  enum class Undo { None, Repeat, All };

private:
  struct KeepIt {
    void operator()(RegionParts *) const {}
  };
  RegionParts *In = nullptr;
  std::unique_ptr<RegionParts, KeepIt> Holds; ///< In, until it lets go
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
  bool InScope = false; ///< Keep::All
  LossRecovery::Entry Logged;
  PendingLaunches::Kept Copied; ///< CopyRoom bytes, or null
  uint64_t CopyRoom = 0, BytesCopied = 0;

  void takeOver(LeasePlan Plan);
  const char *toSend(const char *From, uint64_t Bytes);
  Status prepare(Part &Part, Queue &Commands, size_t Spare, Undo Back);
  bool findPages(Part &Part);
  void findLoose(Part &Part);
  bool commitAgain(bool Rests);
  bool restHere();
  void release();

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
  RegionLease(RegionLease &&) = default;
  RegionLease &operator=(RegionLease &&Other) noexcept;
  /// A launch that was not committed has failed before it began.
  ~RegionLease() { release(); }

  /// Locks the regions of all needs, which become parts; empty ones do not.
  /// Fails only if some of them is pinned. The caller holds the slot's lock.
  static Result<RegionLease> acquire(RegionParts &In,
                                     std::vector<RegionNeed> Needs,
                                     DeviceSlot &Slot, SiteRecord *For,
                                     Keep How);
  /// Gives each part a buffer with Spare bytes after its end and enqueues what
  /// is missing of the kept bytes. Back: of which bytes the host is to have the
  /// contents before the launch.
  Status prepare(Queue &Commands, size_t Spare, Undo Back = Undo::None);
  /// The launch has done everything.
  void commit();
  /// And lets go of the regions where the launch, made next, would find
  /// everything where it is and leave it so; it may be resumed. False: it is
  /// another one.
  bool commitToRest();
  /// Whether nothing has changed since: then it is acquired and prepared. Never
  /// waits. The caller holds the slot's lock.
  bool resume(Keep How);
  /// The launch has failed, or is to have had no effect. Started: the kernel
  /// may have written. IsClean: the device does nothing more.
  void abort(bool Started, bool IsClean);
  /// A device has failed since it was acquired: the launch must not begin.
  bool interrupted() const { return Losses != In->Recovery.losses(); }

  const std::vector<Part> &parts() const { return Locked; }
  /// Whether the host's bytes may change although the device still gets what
  /// prepare() has sent.
  bool sentCopies() const { return BytesCopied == BytesToDevice; }
  /// Null when nothing was copied. Lives as long as the launch may be under
  /// way.
  PendingLaunches::Kept takeCopies() { return std::move(Copied); }
  /// The part that holds need number I; null: that need was empty.
  const Part *partOf(unsigned I) const {
    return PartOfNeed[I] == LeasePlan::NoPart ? nullptr
                                              : &Locked[PartOfNeed[I]];
  }
};

} // namespace twofold

#endif
