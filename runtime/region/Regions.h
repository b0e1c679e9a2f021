// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- Regions.h - all memory that devices have copies of -----------------===//
//
// A launch acquires the regions that it needs, all at once; prepares them,
// which sends what is missing; runs; and commits what it has written. Results
// stay on the device when copies are lazy: then the guard stops host accesses,
// and the bytes come home before the access is made. Otherwise a region lives
// for one launch.
//
// Locks, in the order in which they are taken: a slot's Lock; regions; a slot's
// CopyLock; Mutex, which is held for no longer than it takes to look at the
// tables. A launch that holds regions touches no memory that may be guarded.
//
// When a device fails, or all comes home at once, one thread waits until others
// that hold regions have let go of them or wait to do the same (beAlone).
//
//===----------------------------------------------------------------------===//
#ifndef TWOFOLD_RUNTIME_REGION_REGIONS_H
#define TWOFOLD_RUNTIME_REGION_REGIONS_H

#include "bytes/Footprint.h"
#include "choice/DeviceAccount.h"
#include "guard/SplitGuard.h"
#include "region/RegionLease.h"
#include "region/RegionTurn.h"
#include "replay/LaunchLog.h"
#include "report/Settings.h"
#include "report/Statistics.h"
#include "report/Trace.h"
#include "report/TransferReason.h"
#include "system/SignalHold.h"
#include "thread/OwnedMutex.h"

#include <atomic>
#include <condition_variable>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <thread>

namespace twofold {

/// Bytes that only a device had, and that it gives back no more.
struct LostBytes {
  ByteRange Range;
  SiteRecord *Writer; ///< the site whose call has written them
  const Error &Why;
};

/// Where the bytes of a range are current; some are in several places.
struct Whereabouts {
  uint64_t Host = 0;
  std::map<unsigned, uint64_t> Devices; ///< by device number
};

/// Thread-safe. Every function may wait for a launch that uses the same memory.
class Regions final : public GuardResolver {
public:
  using GuardMaker = std::function<std::unique_ptr<PageGuard>(GuardResolver &)>;
  /// True when it has put the bytes into the host's memory, whose pages it may
  /// write. Otherwise the program ends: a wrong result is worse.
  using LossHandler = std::function<bool(const LostBytes &)>;
  /// The pages around an address that hold nothing but the block of memory that
  /// it is in; empty where that is not known. It may touch memory.
  using PageOwner = std::function<ByteRange(uint64_t Address)>;

  /// What becomes of a launch's data on the device. All: what is no whole
  /// page stays too, until the call's FunctionScope is emptied.
  enum class Keep { Pages, All, Nothing };
  /// Whether a launch that ran may turn out not to count. Repeat: then the
  /// native variant runs the same iterations.
  enum class Undo { None, Repeat, All };

  struct Counters {
    std::atomic<uint64_t> Merges{0}; ///< of regions that had device memory
    std::atomic<uint64_t> Evictions{0}, Faults{0};
    std::atomic<uint64_t> Resumed{0};     ///< leases
    std::atomic<uint64_t> BytesJoined{0}; ///< copied on a device by merges
  };

private:
  const Trace &Log;
  Statistics &Counts;
  const bool TellsNoGuard; ///< to somebody who may want to know
  std::atomic<bool> NoGuardTold{false};
  LossHandler OnLoss;
  PageOwner PagesOf;
  BlockFinder BlockOf;
  bool ZeroCopy = true;
  DeviceAccount Account;
  Durability Losses = Durability::Fast;
  Counters Done;

  mutable OwnedMutex Mutex;
  std::condition_variable_any Changed; ///< a region was unlocked
  RegionTurns Turns;                   ///< of those who wait for that
  RegionMap Map;
  std::map<RegionMap::Id, std::unique_ptr<Region>> ById;
  RangeSet Pinned;
  uint64_t Tick = 0;
  std::atomic<size_t> Resident{0}; ///< ById.size()
  std::atomic<bool> HasPins{false};
  /// Not less than bytesOn(): what was allocated since it was added up counts,
  /// also where it is free again.
  std::map<const DeviceSlot *, uint64_t> MostBytesOn;

  using Guarded = std::unique_lock<OwnedMutex>;

  SplitGuard Guard; ///< goes first: who is stopped may still ask

  // Losses (RegionRecovery.cpp). With Mutex held:
  LaunchLog Launches;
  unsigned Holds = 0;   ///< of regions, by all threads
  unsigned Waiting = 0; ///< Holds of threads that wait in beAlone()
  bool Alone = false;   ///< a thread is; no region may be locked
  std::atomic<uint64_t> Recovered{0}; ///< how often a device has failed
  RegionMap::Id NewerRegion = 0;      ///< the last that had something newer
  /// When it may next be added up how much is newer.
  LaunchLog::Clock::time_point NextLook;
  uint64_t Upheavals = 0; ///< how often a thread was alone
  unsigned Resumed = 0;   ///< leases, since something was last seen to
  static thread_local unsigned HeldHere; ///< Holds of this thread
  /// Held while bytes are replaced that the log wants an image of; regions are
  /// locked before, and never while it is held.
  std::mutex ImageLock;

  bool mayHold(const Region &R, bool Shared) const {
    return !Alone && R.mayLock(Shared);
  }
  /// By who may change anything; launches say later what they have changed.
  void holdToChange(Region &R, bool Shared) {
    ++R.Version;
    lockRegion(R, Shared);
  }
  void lockRegion(Region &R, bool Shared) {
    SignalHold::begin();
    R.lock(Shared);
    ++Holds;
    ++HeldHere;
  }
  void letGo(Region &R, bool Shared) {
    R.unlock(Shared);
    --Holds;
    --HeldHere;
    SignalHold::end();
  }
  bool beAlone(Guarded &Lock);
  void endAlone(Guarded &Lock);
  bool nothingNewer();
  void enter(RegionLease &Lease);
  void enterAgain(RegionLease &Lease);
  bool commitAgain(RegionLease &Lease, bool Rests);
  bool restHere(RegionLease &Lease);
  bool forgetLaunches(const Guarded &);
  // Without:
  bool forgetLaunches();
  void keepImages(const RangeSet &Of);
  void checkpointIfDue();
  class ImageTaker;
  // By who is alone, without Mutex:
  /// Bytes that one device alone has.
  struct NewerBlock {
    Region *Of;
    RegionCopy *On;
    ByteRange Range;
    LaunchLog::Group MadeBy = 0;
  };
  using NewerBlocks = std::span<const NewerBlock>;
  std::vector<NewerBlock> newerBlocks();
  static NewerBlocks someBlocks(NewerBlocks Blocks, uint64_t &Bytes);
  static NewerBlocks wholeGroups(NewerBlocks Blocks);
  static NewerBlocks neighbours(NewerBlocks Blocks);
  bool fetchTogether(NewerBlocks Blocks, char *To);
  bool fetchBlocks(NewerBlocks Blocks, char *To);
  void install(NewerBlocks Beside, const char *Bytes, PageGuard::Access How);
  bool isLastOf(LaunchLog::Group Group, ByteRange Range);
  bool bringRunHome(NewerBlocks Beside, const char *Bytes, TransferReason Why);
  bool bringTogether(NewerBlocks Blocks, TransferReason Why);
  bool bringGroupsHome(NewerBlocks All);
  void bringAllHome();
  void makeAgain(DeviceSlot &Failed, const Error &Why);
  [[noreturn]] void end(const SiteRecord *Writer, const DeviceSlot &Failed,
                        const std::string &Why) const;

  // Placement, with Mutex held (Regions.cpp).
  struct Plan;
  RangeSet known(const RangeSet &Own) const;
  Plan place(const std::vector<RegionNeed> &Needs);
  bool allInPlace(const RegionLease::Part &Part, const Region &R,
                  const DeviceSlot &Slot) const;
  Region &merge(ByteRange Range, bool Temporary);
  using Buffers = std::vector<std::pair<DeviceSlot *, std::unique_ptr<Buffer>>>;
  void remove(Region &R, Buffers &Unused);
  static void giveBack(Buffers Unused);
  void release(RegionLease &Lease);
  std::vector<Region *> overlapping(ByteRange Range);
  void waitFor(RegionTurns::Turn &Mine, const RangeSet &For, bool Shared,
               Guarded &Lock);
  void endTurn(RegionTurns::Turn &Mine);

  void tellNoGuard(const char *Instead, const std::string &WhyNot);

  // Movement, with the region locked (RegionTransfers.cpp, RegionMemory.cpp).
  static RangeSet needed(const RegionLease::Part &Part, uint64_t PageBytes);
  Status fetch(RegionCopy &From, ByteRange Range, char *To);
  void bringHome(Region &R, RangeSet Wanted, PageGuard::Access How,
                 TransferReason Why);
  void bringHomeBlock(Region &R, RegionCopy &From, ByteRange Block,
                      PageGuard::Access How, TransferReason Why);
  void surrender(Region &R, TransferReason Why = TransferReason::Touched);
  void lose(Region &R, RegionCopy &Of, ByteRange Range, const Error &Why);
  void openForHost(Region &R, const RangeSet &Wanted);
  void dropCopies(Region &R, const DeviceSlot *On);
  Status join(Region &R, DeviceSlot &Slot, Queue &Commands, size_t Spare);
  bool findPages(RegionLease::Part &Part);
  bool ofOtherScope(const Region &R) const;
  void findLoose(const RegionLease &Lease, RegionLease::Part &Part);
  void endLoose(Region &R);
  bool wrap(RegionLease::Part &Part, DeviceSlot &Slot);
  Status prepare(RegionLease &Lease, RegionLease::Part &Part, Queue &Commands,
                 size_t Spare, Undo Back);
  bool evictOne(DeviceSlot &Slot);
  uint64_t bytesOn(const DeviceSlot &Slot) const;
  bool fits(const DeviceSlot &Slot, uint64_t Bytes, uint64_t Budget);

  // Requests (RegionRequests.cpp).
  bool touchTogether(const std::vector<Region *> &Near, const RangeSet &Pages,
                     TransferReason Why, Guarded &Lock);
  template <typename Function>
  void changeEach(ByteRange Range, Function Change);
  void abandon(Region &R, ByteRange Range);

  friend class RegionLease;

public:
  /// Copies: Lazy only with a guard that works; says so when it does not, and
  /// is as Function then. Unset: the same, and it is no trouble when it does
  /// not. PageBytes: 0 for the machine's.
  Regions(std::optional<Coherence> Copies, const Trace &Log, Statistics &Counts,
          const GuardMaker &MakeGuard = {}, uint64_t PageBytes = 0);
  /// Brings everything home.
  ~Regions() override;

  /// Results stay on devices.
  bool lazy() const { return Guard.keeps(); }
  /// What launches take for the calls' arrays where results stay: with the
  /// bytes beside them that are their own blocks'. Thread-safe.
  std::vector<RegionNeed> widen(std::vector<RegionNeed> Needs);
  /// They do for the time of a FunctionScope only.
  bool scoped() const { return Guard.keepsBytes(); }
  /// How a call holds its data.
  Keep keepOf(bool InScope) const {
    if (scoped())
      return InScope ? Keep::Pages : Keep::Nothing;
    return InScope && Guard.keepsPages() ? Keep::All : Keep::Pages;
  }
  /// Set before the first launch. Fast unless set.
  void setDurability(Durability To) { Losses = To; }
  Durability durability() const { return Losses; }
  /// The device does not work any more: it is never used again, and what only
  /// it has is made again. The caller may hold regions; nothing is newer on a
  /// device afterwards. Tells it in one line, once.
  void recover(DeviceSlot &Failed, const Error &Why);
  /// Everything comes home, so that nothing needs to be repeated.
  void checkpoint();
  /// A device has failed since the lease was acquired: its launch must not
  /// begin.
  bool interrupted(const RegionLease &Lease) const;
  /// For tests, which make lost bytes themselves. Set before the first launch.
  void setLossHandler(LossHandler Handler) { OnLoss = std::move(Handler); }
  /// Set before the first launch. Arrays get whole pages where their blocks
  /// have them. Of memory that is in no known block nothing stays on a device
  /// between launches: nobody would see it being freed.
  void setOwners(PageOwner OfPages, BlockFinder OfBlocks) {
    PagesOf = std::move(OfPages);
    BlockOf = std::move(OfBlocks);
  }
  /// Set before the first launch.
  void setZeroCopy(bool Allowed) { ZeroCopy = Allowed; }
  /// Kernels on the device work on the program's arrays where that is safe.
  /// Nothing stays there: regions are of one launch (Keep::Nothing).
  bool worksInPlace(const DeviceSlot &Slot) const {
    return ZeroCopy && Slot.facts().CoherentMemory;
  }
  const Counters &counters() const { return Done; }
  /// What is spent on data that comes home is booked there.
  DeviceAccount &account() { return Account; }
  /// No memory is on a device: then nothing below has anything to do.
  /// Who sees that sees all that has come home.
  bool idle() const { return Resident.load(std::memory_order_acquire) == 0; }

  // For launches.

  /// Locks the regions of all needs, which become parts; empty ones do not.
  /// Fails only if some of them is pinned. The caller holds the slot's lock.
  Result<RegionLease> acquire(std::vector<RegionNeed> Needs, DeviceSlot &Slot,
                              SiteRecord *For = nullptr,
                              Keep How = Keep::Pages);
  /// Gives each part a buffer with Spare bytes after its end and enqueues what
  /// is missing of the kept bytes. Back: of which bytes the host is to have the
  /// contents before the launch.
  Status prepare(RegionLease &Lease, Queue &Commands, size_t Spare,
                 Undo Back = Undo::None);
  /// The launch has done everything.
  void commit(RegionLease &Lease);
  /// Lets go of a committed lease whose launch, made next, would find
  /// everything where it is and leave it so; it may be resumed. False: it is
  /// another one.
  bool rest(RegionLease &Lease);
  /// Both, with the tables locked once where that is possible.
  bool commitToRest(RegionLease &Lease);
  /// Whether nothing has changed since: then it is acquired and prepared. Never
  /// waits. The caller holds the slot's lock.
  bool resume(RegionLease &Lease, Keep How = Keep::Pages);
  /// The launch has failed, or is to have had no effect. Started: the kernel
  /// may have written. Clean: the device does nothing more.
  void abort(RegionLease &Lease, bool Started, bool Clean);
  /// What regions may have of a device's memory: the rest is for idle buffers,
  /// results and the driver.
  static uint64_t budget(const DeviceFacts &Facts) {
    return Facts.GlobalMemory / 4 * 3;
  }
  /// Device memory, from regions that are not in use if need be.
  Result<std::unique_ptr<Buffer>> allocate(DeviceSlot &Slot, size_t Bytes);

  // For host accesses.

  void resolve(ByteRange Block, bool Write) override;
  /// The host is about to read or to write bytes of Range.
  void touch(ByteRange Range, bool Write,
             TransferReason Why = TransferReason::Touched);
  /// Makes the host's bytes current; copies on devices stay.
  void sync(ByteRange Range) { touch(Range, false, TransferReason::Asked); }
  void syncAll() { sync({0, UINT64_MAX}); }
  /// The contents are not needed any more: whole pages are not copied back.
  void discard(ByteRange Range);
  /// Copies what is missing to the device. Nothing happens unless results stay.
  Status prefetch(ByteRange Range, DeviceSlot &To);
  /// Until unpin, no launch may use Range.
  void pin(ByteRange Range);
  void unpin(ByteRange Range);
  bool pinned(ByteRange Range) const;
  Whereabouts where(ByteRange Range) const;
  /// The memory is about to be freed. What else its pages hold comes home.
  void forget(ByteRange Range);
  /// Ends regions in Range that nobody uses and of which no device has anything
  /// current.
  void retire(const RangeSet &Range);
  /// A scope whose loops have touched these bytes is over, or the host is about
  /// to do something else: what stayed for its sake is home afterwards.
  void endScope(const RangeSet &Touched);

  /// Everything is on the host and stays there until endFork(). A child has
  /// nobody who could resolve accesses; it must use no region.
  void beginFork();
  void endFork();
  /// In the child, which keeps the lock.
  static void endForkInChild() { SignalHold::end(); }

  /// How many bytes a launch on the device would have to send of what the needs
  /// may keep, and how many a native run would have to bring home.
  struct Missing {
    uint64_t ToDevice = 0, ToHost = 0;
  };
  Missing missing(const std::vector<RegionNeed> &Needs,
                  const DeviceSlot &Slot) const;

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
  /// One for each need. Slot null: no device is open. Moves and waits for
  /// nothing; other threads may change the answer at any time.
  std::vector<NeedPlace> places(const std::vector<RegionNeed> &Needs,
                                const DeviceSlot *Slot,
                                Keep How = Keep::Pages) const;

  size_t count() const { return Resident.load(std::memory_order_relaxed); }
  /// Device memory of all regions, over all devices.
  uint64_t deviceBytes() const;
  uint64_t pinnedBytes() const;
};

} // namespace twofold

#endif
