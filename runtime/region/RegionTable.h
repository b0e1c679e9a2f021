// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- RegionTable.h - which regions there are, and who holds them --------===//
//
// Locks, in the order in which they are taken: a slot's Lock; regions; a slot's
// CopyLock; the table's, which is held for no longer than it takes to look. Who
// holds regions touches no memory that may be guarded. The state of a region
// changes under the table's lock only, and only by who has locked it; who has
// it alone may therefore read it without.
#ifndef TWOFOLD_RUNTIME_REGION_REGIONTABLE_H
#define TWOFOLD_RUNTIME_REGION_REGIONTABLE_H

#include "guard/SplitGuard.h"
#include "region/Region.h"
#include "region/RegionTurn.h"
#include "system/SignalHold.h"
#include "thread/OwnedMutex.h"

#include <condition_variable>
#include <map>

namespace twofold {

/// Its lock is held by who calls it, but for what is said to be thread-safe.
class RegionTable {
public:
  using Locked = std::unique_lock<QuietMutex>;
  using Buffers = std::vector<std::pair<DeviceSlot *, std::unique_ptr<Buffer>>>;

private:
  SplitGuard &Guard;
  mutable QuietMutex Mutex;
  std::condition_variable_any Changed; ///< a region was unlocked
  RegionTurns Turns;                   ///< of those who wait for that
  RegionMap Map;
  std::map<RegionMap::Id, std::unique_ptr<Region>> ById;
  std::vector<ByteRange> Pins; ///< one for each, also where they overlap
  RangeSet Pinned;             ///< all of them
  uint64_t Tick = 0;
  std::atomic<size_t> Resident{0}; ///< ById.size()
  std::atomic<bool> HasPins{false};
  RegionMap::Id NewerRegion = 0; ///< the last that had something newer
  RegionCounters Done;
  unsigned Holds = 0;     ///< of regions, by all threads
  unsigned Waiting = 0;   ///< Holds of threads that wait in beAlone()
  bool Alone = false;     ///< a thread is; no region may be locked
  uint64_t Upheavals = 0; ///< how often a thread was
  static thread_local unsigned HeldHere; ///< Holds of this thread

  bool allInPlace(const LeasePart &Part, const Region &R,
                  const DeviceSlot &Slot) const;
  Region &merge(ByteRange Range, bool Temporary);
  void countPins();

public:
  explicit RegionTable(SplitGuard &Guard) : Guard(Guard) {}

  // Thread-safe.

  Locked lock() const { return Locked(Mutex); }
  bool isMine() const { return Mutex.isMine(); }
  /// Of a Locked that was released.
  void unlock() { Mutex.unlock(); }
  /// Who sees that there is none sees all that has come home.
  bool empty() const { return Resident.load(std::memory_order_acquire) == 0; }
  size_t count() const { return Resident.load(std::memory_order_relaxed); }
  RegionCounters &counters() { return Done; }
  const RegionCounters &counters() const { return Done; }
  bool hasPins() const { return HasPins.load(std::memory_order_relaxed); }

  // Which.

  const auto &all() const { return ById; }
  std::vector<Region *> overlapping(ByteRange Range) const;
  /// The range of a region of its own ends like this.
  void shrink(Region &R, ByteRange To);
  /// Nothing of it is guarded any more. Its memory serves the next launch; it
  /// is to be given back without the lock.
  void remove(Region &R, Buffers &Unused);
  static void giveBack(Buffers Unused);
  /// There may be thousands of regions, of which one after the other comes
  /// home: the one that had something newer is asked first, then those behind
  /// it.
  bool nothingNewer();
  /// Whether what of it no page guards is there for another thread's loops.
  bool ofOtherScope(const Region &R) const {
    return (Guard.keepsBytes() || !R.Loose.empty()) &&
           R.ScopeOf != std::this_thread::get_id();
  }
  /// Memory that no launch may use.
  const RangeSet &pinned() const { return Pinned; }
  void pin(ByteRange Range);
  /// Ends one pin of exactly Range; false when there is none.
  bool unpin(ByteRange Range);
  /// Ends all pins in Range.
  void endPins(ByteRange Range);
  /// Device memory of all regions, over all devices or on one.
  uint64_t deviceBytes(const DeviceSlot *On = nullptr) const;

  // Who holds them.

  bool mayHold(const Region &R, bool Shared) const {
    return !Alone && R.mayLock(Shared);
  }
  void lockRegion(Region &R, bool Shared) {
    SignalHold::begin();
    R.lock(Shared);
    ++Holds;
    ++HeldHere;
  }
  /// By who may change anything; launches say later what they have changed.
  void holdToChange(Region &R, bool Shared) {
    ++R.Version;
    lockRegion(R, Shared);
  }
  void letGo(Region &R, bool Shared) {
    R.unlock(Shared);
    --Holds;
    --HeldHere;
    SignalHold::end();
  }
  /// Tells who waits that something was let go.
  void notify() { Changed.notify_all(); }
  /// A moment that is later than all before.
  uint64_t tick() { return ++Tick; }

  /// One thread's, while it waits until some region is unlocked. Launches that
  /// come meanwhile get the same memory later.
  class Turn {
    RegionTable &In;
    RegionTurns::Turn Mine;
    friend class RegionTable;

  public:
    explicit Turn(RegionTable &In) : In(In), Mine(In.Turns) {}
    void wait(const RangeSet &For, bool Shared, Locked &Lock) {
      Mine.take(For, Shared);
      In.Changed.wait(Lock);
    }
    void end() {
      if (Mine.leave())
        In.notify();
    }
  };

  LeasePlan place(const std::vector<RegionNeed> &Needs) const;
  /// Locks the regions of all needs at once, or none: so no two launches wait
  /// for each other. Keeps: results may stay there.
  LeasePlan lockAll(const std::vector<RegionNeed> &Needs,
                    const DeviceSlot &Slot, bool Keeps, Locked &Lock);
  /// Those of a lease that rests, if nothing has changed. Never waits.
  bool lockAgain(const std::vector<LeasePart> &Parts);

  /// Waits until this is the only thread that is at work with regions, counting
  /// those that it holds. False when another thread was so instead, and is
  /// done.
  bool beAlone(Locked &Lock);
  void endAlone();
  bool isSomebodyAlone() const { return Alone; }
  uint64_t upheavals() const { return Upheavals; }
};

} // namespace twofold

#endif
