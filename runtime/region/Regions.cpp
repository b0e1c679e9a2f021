// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- Regions.cpp - what the host and the program ask of regions ---------===//
#include "region/Regions.h"
#include "system/ProcessEnd.h"
#include "system/SignalHold.h"
#include "system/SystemCalls.h"

using namespace twofold;

Regions::Regions(std::optional<Coherence> Copies, const Trace &Log,
                 Statistics &Counts, const GuardMaker &MakeGuard,
                 uint64_t PageBytes)
    : Parts(Log, Counts,
            Copies || (MakeGuard && Log.on(Topic::Summary, Topic::Transfers)),
            PageBytes ? PageBytes : syscalls::pageBytes()) {
  if (Copies == Coherence::Eager)
    return;
  if (Copies == Coherence::Function) {
    Parts.Guard.keepBytes();
    return;
  }
  std::unique_ptr<PageGuard> Pages = MakeGuard ? MakeGuard(*this) : nullptr;
  if (Pages && Pages->working()) {
    Parts.Guard.keepPages(std::move(Pages));
    return;
  }
  Parts.tellNoGuard("function",
                    Pages ? Pages->whyNot() : "this runtime has no page guard");
  if (Pages && Pages->mendable())
    Parts.TellWhenMoved = Pages->whyNot();
  Parts.Guard.keepBytes();
}

Regions::~Regions() { touch(Everything, true, TransferReason::Ended); }

void Regions::resolve(ByteRange Block, bool Write) {
  Parts.Table.counters().Faults.fetch_add(1, std::memory_order_relaxed);
  touch(Block, Write);
  const RegionTable::Locked Lock = Parts.Table.lock();
  // Pages that nobody knows of would be resolved for ever.
  if (Parts.Table.overlapping(Block).empty())
    (void)Parts.Guard.set(Block, PageGuard::Access::All);
}

Result<RegionLease> Regions::acquire(std::vector<RegionNeed> Needs,
                                     DeviceSlot &Slot, SiteRecord *For,
                                     Keep How) {
  if (lazy() && How != Keep::Nothing)
    Needs = widen(std::move(Needs));
  return RegionLease::acquire(Parts, std::move(Needs), Slot, For, How);
}

/// Locks, one after the other, the regions that Find names, and has Change
/// called for each without the table's lock; true removes the region.
template <typename FindNext, typename Function>
void Regions::changeEach(const RangeSet &Range, FindNext Find,
                         Function Change) {
  RegionTable &Table = Parts.Table;
  const CancelHold Whole;
  RegionTable::Buffers Unused;
  RegionTable::Locked Lock = Table.lock();
  RegionTable::Turn Mine(Table);
  while (Region *Next = Find()) {
    if (!Table.mayHold(*Next, false)) {
      Mine.wait(Range, false, Lock);
      continue;
    }
    Table.holdToChange(*Next, false);
    Lock.unlock();
    const bool Remove = Change(*Next);
    Lock.lock();
    Table.letGo(*Next, false);
    if (Remove)
      Table.remove(*Next, Unused);
    Table.notify();
  }
  Mine.end();
  Lock.unlock();
  RegionTable::giveBack(std::move(Unused));
}

/// The same for those that have guarded pages in Range, each once.
template <typename Function>
void Regions::changePages(ByteRange Range, Function Change) {
  RangeSet Finished;
  auto Find = [&]() -> Region * {
    for (Region *R : Parts.Table.overlapping(Range))
      if (R->Pages.overlaps(Range) && !Finished.overlaps(R->Range))
        return R;
    return nullptr;
  };
  changeEach(Range, Find, [&](Region &R) {
    Finished.insert(R.Range);
    return Change(R);
  });
}

/// Whole pages of Range are the host's, with whatever is there.
void Regions::abandon(Region &R, ByteRange Range) {
  RangeSet Pages =
      RangeSet(Range).inner(Parts.Guard.pageBytes()).intersection(R.Pages);
  RangeSet Dropped;
  bool Forgotten;
  {
    const RegionTable::Locked Lock = Parts.Table.lock();
    R.markHostWritten(Pages);
    Dropped = R.Hidden.intersection(Pages);
    R.Hidden.erase(Dropped);
    R.ReadOnly.insert(Dropped);
    Forgotten = Parts.Recovery.forget();
  }
  // The log may want their old bytes.
  if (!Forgotten)
    for (const ByteRange &Each : Dropped)
      (void)Parts.Guard.set(Each, PageGuard::Access::ReadOnly);
  Parts.Mover.openForHost(R, Pages);
}

void Regions::discard(ByteRange Range) {
  if (idle())
    return;
  changePages(Range, [&](Region &R) {
    abandon(R, Range);
    return false;
  });
}

void Regions::forget(ByteRange Range) {
  if (idle() || Range.empty() || Parts.Table.isMine())
    return;
  changePages(Range, [&](Region &R) {
    Parts.Mover.endLoose(R);
    abandon(R, Range);
    // Pages that reach beyond.
    RangeSet Edges =
        RangeSet(Range).outer(Parts.Guard.pageBytes()).intersection(R.Pages);
    Parts.Mover.takeHome(R, Edges, TransferReason::Freed);
    const RegionTable::Locked Lock = Parts.Table.lock();
    R.Own.erase(Range);
    R.Pages.erase(Edges);
    if (R.Pages.empty())
      return true;
    ByteRange Rest = R.Range;
    if (Range.Begin <= Rest.Begin)
      Rest.Begin = R.Pages.hull().Begin;
    if (Range.End >= Rest.End)
      Rest.End = R.Pages.hull().End;
    Parts.Table.shrink(R, Rest);
    return false;
  });
}

void Regions::endScope(const RangeSet &Touched) {
  RegionTable &Table = Parts.Table;
  if (scoped()) {
    RegionTable::Buffers Unused;
    RegionTable::Locked Lock = Table.lock();
    uint64_t Kept = 0;
    for (const ByteRange &Range : Touched)
      for (const Region *R : Table.overlapping(Range))
        Kept += R->Hidden.bytes() + R->ReadOnly.bytes();
    Lock.unlock();
    for (const ByteRange &Range : Touched)
      touch(Range, true);
    Parts.noteMoved(Kept);
    Lock.lock();
    for (const ByteRange &Range : Touched)
      for (Region *R : Table.overlapping(Range))
        if (Table.mayHold(*R, false) && R->Hidden.empty() &&
            R->ReadOnly.empty())
          Table.remove(*R, Unused);
    Lock.unlock();
    return RegionTable::giveBack(std::move(Unused));
  }
  if (!Parts.Guard.keepsPages() || Parts.Guard.idle())
    return;
  auto Find = [&]() -> Region * {
    for (const ByteRange &Range : Touched)
      for (Region *R : Table.overlapping(Range))
        if (!R->Loose.empty())
          return R;
    return nullptr;
  };
  changeEach(Touched, Find, [&](Region &R) {
    Parts.Mover.endLoose(R);
    return R.Pages.empty();
  });
}

Status Regions::prefetch(ByteRange Range, DeviceSlot &To) {
  if (!lazy() || scoped() || Range.empty() || worksInPlace(To))
    return Unit();
  const CancelHold Whole;
  const SignalHold Quiet;
  const ProcessEnd::DriverUse Now;
  if (!Now.allowed())
    return Unit();
  std::lock_guard<OwnedMutex> Lock(To.Lock);
  if (To.Lost)
    return Error{ErrorCode::DeviceLost, To.facts().Name + " has failed", ""};
  if (Status S = To.openCommands(); !S)
    return S;
  RegionNeed Need = {Range, {Range, {}, {}}, Range};
  auto Lease = acquire({Need}, To);
  if (!Lease)
    return Lease.takeError();
  Status Sent = Lease->prepare(*To.Commands, 0);
  Status Finished = To.Commands->finish();
  if (Sent && Finished) {
    add(Parts.Counts.BytesToDevice, Lease->BytesToDevice);
    Lease->commit();
    return Unit();
  }
  To.closeCommands();
  return Sent ? std::move(Finished) : std::move(Sent);
}

void Regions::pin(ByteRange Range) {
  {
    const RegionTable::Locked Lock = Parts.Table.lock();
    Parts.Table.pin(Range);
  }
  touch(Range, true, TransferReason::Asked);
}

bool Regions::pinned(ByteRange Range) const {
  if (!Parts.Table.hasPins())
    return false;
  const RegionTable::Locked Lock = Parts.Table.lock();
  return Parts.Table.pinned().overlaps(Range);
}

uint64_t Regions::pinnedBytes() const {
  const RegionTable::Locked Lock = Parts.Table.lock();
  return Parts.Table.pinned().bytes();
}

uint64_t Regions::deviceBytes() const {
  const RegionTable::Locked Lock = Parts.Table.lock();
  return Parts.Table.deviceBytes();
}

void Regions::beginFork() {
  const CancelHold Whole;
  RegionTable &Table = Parts.Table;
  RegionTable::Locked Lock = Table.lock();
  RegionTable::Turn Mine(Table);
  while (true) {
    Lock.unlock();
    touch(Everything, true, TransferReason::Forked);
    Lock.lock();
    bool Busy = Table.isSomebodyAlone(), Quiet = !Busy;
    for (const auto &[Number, R] : Table.all()) {
      Busy |= !Table.mayHold(*R, false);
      Quiet &=
          Table.mayHold(*R, false) && R->Hidden.empty() && R->ReadOnly.empty();
    }
    if (Quiet)
      break;
    if (Busy)
      Mine.wait(Everything, false, Lock);
  }
  Mine.end();
  Lock.release(); // until endFork
}
