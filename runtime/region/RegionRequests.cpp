// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- RegionRequests.cpp - what the host and the program ask of regions --===//
#include "region/ImageTaker.h"
#include "region/Regions.h"
#include "system/CancelHold.h"
#include "system/ProcessEnd.h"

using namespace twofold;

void Regions::resolve(ByteRange Block, bool Write) {
  Done.Faults.fetch_add(1, std::memory_order_relaxed);
  touch(Block, Write);
  Guarded Lock(Mutex);
  // Pages that nobody knows of would be resolved for ever.
  if (Map.overlapping(Block).empty())
    (void)Guard.set(Block, PageGuard::Access::All);
}

/// Until some region is unlocked. Launches that come now get For later.
void Regions::waitFor(RegionTurns::Turn &Mine, const RangeSet &For, bool Shared,
                      Guarded &Lock) {
  Mine.take(For, Shared);
  Changed.wait(Lock);
}

/// With Mutex held.
void Regions::endTurn(RegionTurns::Turn &Mine) {
  if (Mine.leave())
    Changed.notify_all();
}

/// Brings home what devices have of Pages in those of Near that are free, as
/// much as LargestBlock. False: nothing, or not all of that.
bool Regions::touchTogether(const std::vector<Region *> &Near,
                            const RangeSet &Pages, TransferReason Why,
                            Guarded &Lock) {
  std::vector<Region *> Held;
  std::vector<NewerBlock> Blocks;
  uint64_t Bytes = 0;
  for (Region *R : Near) {
    if (!mayHold(*R, true) || !R->Loose.empty())
      continue;
    const size_t Had = Blocks.size();
    const uint64_t Before = Bytes;
    for (RegionCopy &C : R->Copies)
      for (const ByteRange &Range : C.newer().intersection(Pages)) {
        Bytes += Range.size();
        Blocks.push_back({R, &C, Range});
      }
    if (Bytes > LargestBlock) {
      Blocks.resize(Had);
      Bytes = Before;
      if (!Held.empty())
        break;
    }
    if (Blocks.size() == Had)
      continue;
    holdToChange(*R, true);
    Held.push_back(R);
  }
  if (Held.empty())
    return false;
  Lock.unlock();
  const bool AllHere = bringTogether(Blocks, Why);
  Lock.lock();
  for (Region *R : Held)
    letGo(*R, true);
  Changed.notify_all();
  return AllHere;
}

void Regions::touch(ByteRange Range, bool Write, TransferReason Why) {
  if (idle() || Mutex.isMine())
    return;
  const RangeSet Pages = RangeSet(Range).outer(Guard.pageBytes());
  const CancelHold Whole;
  std::optional<DeviceAccount::Work> Costs;
  if (Why == TransferReason::Touched)
    Costs.emplace(Account);
  Guarded Lock(Mutex);
  RegionTurns::Turn Mine(Turns);
  bool Together = !Write;
  // Regions come and go while this waits: it starts again after each.
  while (true) {
    Region *Next = nullptr;
    RangeSet Wanted;
    const std::vector<Region *> Near = overlapping(Pages.hull());
    for (Region *R : Near) {
      Wanted = R->Hidden;
      if (Write)
        Wanted.insert(R->ReadOnly);
      Wanted = Wanted.intersection(Pages);
      if (!Wanted.empty()) {
        Next = R;
        break;
      }
    }
    if (!Next) {
      endTurn(Mine);
      return;
    }
    if (!mayHold(*Next, !Write)) {
      waitFor(Mine, Pages, !Write, Lock);
      continue;
    }
    if (Together) {
      Together = touchTogether(Near, Pages, Why, Lock);
      continue;
    }
    holdToChange(*Next, !Write);
    Lock.unlock();
    bringHome(*Next, Wanted,
              Write ? PageGuard::Access::All : PageGuard::Access::ReadOnly,
              Why);
    if (Write)
      openForHost(*Next, Wanted);
    Lock.lock();
    letGo(*Next, !Write);
    Changed.notify_all();
  }
}

/// Locks, one after the other, the regions that have guarded pages in Range,
/// and has Change called for each without Mutex; true removes the region.
template <typename Function>
void Regions::changeEach(ByteRange Range, Function Change) {
  RangeSet Finished;
  Buffers Unused;
  const CancelHold Whole;
  Guarded Lock(Mutex);
  RegionTurns::Turn Mine(Turns);
  while (true) {
    Region *Next = nullptr;
    for (Region *R : overlapping(Range))
      if (R->Pages.overlaps(Range) && !Finished.overlaps(R->Range)) {
        Next = R;
        break;
      }
    if (!Next) {
      endTurn(Mine);
      Lock.unlock();
      giveBack(std::move(Unused));
      return;
    }
    if (!mayHold(*Next, false)) {
      waitFor(Mine, Range, false, Lock);
      continue;
    }
    holdToChange(*Next, false);
    Finished.insert(Next->Range);
    Lock.unlock();
    bool Remove = Change(*Next);
    Lock.lock();
    letGo(*Next, false);
    if (Remove)
      remove(*Next, Unused);
    Changed.notify_all();
  }
}

/// Whole pages of Range are the host's, with whatever is there.
void Regions::abandon(Region &R, ByteRange Range) {
  RangeSet Pages =
      RangeSet(Range).inner(Guard.pageBytes()).intersection(R.Pages);
  RangeSet Dropped;
  {
    Guarded Lock(Mutex);
    for (const ByteRange &Each : Pages)
      for (RegionCopy &C : R.Copies)
        C.State.markHostWritten(Each);
    Dropped = R.Hidden.intersection(Pages);
    R.Hidden.erase(Dropped);
    R.ReadOnly.insert(Dropped);
  }
  // The log may want their old bytes.
  if (!forgetLaunches())
    for (const ByteRange &Each : Dropped)
      (void)Guard.set(Each, PageGuard::Access::ReadOnly);
  openForHost(R, Pages);
}

void Regions::discard(ByteRange Range) {
  if (idle())
    return;
  changeEach(Range, [&](Region &R) {
    abandon(R, Range);
    return false;
  });
}

void Regions::forget(ByteRange Range) {
  if (idle() || Range.empty() || Mutex.isMine())
    return;
  changeEach(Range, [&](Region &R) {
    endLoose(R);
    abandon(R, Range);
    // Pages that reach beyond.
    RangeSet Edges =
        RangeSet(Range).outer(Guard.pageBytes()).intersection(R.Pages);
    bringHome(R, Edges, PageGuard::Access::All, TransferReason::Freed);
    openForHost(R, Edges);
    Guarded Lock(Mutex);
    R.Own.erase(Range);
    R.Pages.erase(Edges);
    if (R.Pages.empty())
      return true;
    ByteRange Rest = R.Range;
    if (Range.Begin <= Rest.Begin)
      Rest.Begin = R.Pages.hull().Begin;
    if (Range.End >= Rest.End)
      Rest.End = R.Pages.hull().End;
    if (Rest != R.Range) {
      Map.shrink(R.Number, Rest);
      R.Range = Rest;
      for (RegionCopy &C : R.Copies) {
        Residence Narrow(Rest.intersection(C.State.bounds()));
        Narrow.absorb(C.State);
        C.State = std::move(Narrow);
      }
    }
    return false;
  });
}

void Regions::retire(const RangeSet &Range) {
  Buffers Unused;
  Guarded Lock(Mutex);
  for (const ByteRange &Each : Range)
    for (Region *R : overlapping(Each))
      if (mayHold(*R, false) && R->Hidden.empty() && R->ReadOnly.empty())
        remove(*R, Unused);
  Lock.unlock();
  giveBack(std::move(Unused));
}

Status Regions::prefetch(ByteRange Range, DeviceSlot &To) {
  if (!lazy() || scoped() || Range.empty() || worksInPlace(To))
    return Unit();
  const CancelHold Whole;
  const SignalHold Quiet;
  const ProcessEnd::DriverUse Now;
  if (!Now.allowed())
    return Unit();
  std::lock_guard<SlotLock> Guard(To.Lock);
  if (To.Lost)
    return Error{ErrorCode::DeviceLost, To.facts().Name + " has failed", ""};
  if (Status S = To.openCommands(); !S)
    return S;
  RegionNeed Need = {Range, {Range, {}, {}}, Range};
  auto Lease = acquire({Need}, To);
  if (!Lease)
    return Lease.takeError();
  Status Sent = prepare(*Lease, *To.Commands, 0);
  Status Finished = To.Commands->finish();
  if (Sent && Finished) {
    Counts.BytesToDevice.fetch_add(Lease->BytesToDevice,
                                   std::memory_order_relaxed);
    commit(*Lease);
    return Unit();
  }
  To.closeCommands();
  return Sent ? std::move(Finished) : std::move(Sent);
}

void Regions::pin(ByteRange Range) {
  {
    Guarded Lock(Mutex);
    Pinned.insert(Range);
    HasPins.store(true, std::memory_order_relaxed);
  }
  touch(Range, true, TransferReason::Asked);
}

void Regions::unpin(ByteRange Range) {
  Guarded Lock(Mutex);
  Pinned.erase(Range);
  HasPins.store(!Pinned.empty(), std::memory_order_relaxed);
}

void Regions::beginFork() {
  const CancelHold Whole;
  Guarded Lock(Mutex);
  RegionTurns::Turn Mine(Turns);
  while (true) {
    Lock.unlock();
    touch(Everything, true, TransferReason::Forked);
    Lock.lock();
    bool Busy = Alone, Quiet = !Alone;
    for (const auto &[Number, R] : ById) {
      Busy |= !mayHold(*R, false);
      Quiet &= mayHold(*R, false) && R->Hidden.empty() && R->ReadOnly.empty();
    }
    if (Quiet)
      break;
    if (Busy)
      waitFor(Mine, Everything, false, Lock);
  }
  endTurn(Mine);
  Lock.release(); // until endFork
}

void Regions::endFork() { Mutex.unlock(); }
