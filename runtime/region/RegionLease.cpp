// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "region/RegionLease.h"
#include "site/SiteTable.h"

#include <algorithm>
#include <cstring>
#include <new>

using namespace twofold;

/// To copy as much takes less time than to wait for a device that is idle.
static constexpr uint64_t MostCopied = uint64_t(128) << 10;

RegionLease &RegionLease::operator=(RegionLease &&Other) noexcept {
  this->~RegionLease();
  return *new (this) RegionLease(std::move(Other));
}

void RegionLease::takeOver(LeasePlan Plan) {
  PartOfNeed = std::move(Plan.GroupOfNeed);
  for (LeasePlan::Group &G : Plan.Groups)
    Locked.push_back(std::move(G.Part));
}

Result<RegionLease> RegionLease::acquire(RegionParts &In,
                                         std::vector<RegionNeed> Needs,
                                         DeviceSlot &Slot, SiteRecord *For,
                                         Keep How) {
  RegionLease Out;
  Out.In = &In;
  Out.Slot = &Slot;
  Out.For = For;
  Out.InScope = How == Keep::All && In.Guard.keepsPages();
  const bool Keeps = In.lazy() && How != Keep::Nothing;
  if (Out.InScope)
    for (RegionNeed &Need : Needs)
      Need.Loose = Need.Own.intersection(Need.Range);
  if (In.lazy())
    In.Recovery.checkpointIfDue();
  RegionTable::Locked Lock = In.Table.lock();
  Out.Losses = In.Recovery.losses();
  Out.Upheavals = In.Table.upheavals();
  for (const RegionNeed &Need : Needs)
    if (In.Table.pinned().overlaps(Need.Range))
      return Error{ErrorCode::Unsupported,
                   "data that it touches is pinned to main memory", ""};
  Out.Holds.reset(&In);
  if (!In.lazy()) {
    LeasePlan Chosen = In.Table.place(Needs);
    Lock.unlock();
    for (LeasePlan::Group &G : Chosen.Groups) {
      Out.Private.push_back(std::make_unique<Region>());
      Out.Private.back()->Range = G.Range;
      Out.Private.back()->Temporary = true;
      G.Part.Of = Out.Private.back().get();
    }
    Out.takeOver(std::move(Chosen));
    return Out;
  }
  Out.takeOver(In.Table.lockAll(Needs, Slot, Keeps, Lock));
  Lock.unlock();
  for (Part &Part : Out.Locked)
    if (Part.Of->Temporary) {
      In.Mover.endLoose(*Part.Of);
      In.Mover.bringHome(*Part.Of, Part.Of->Hidden, PageGuard::Access::All,
                         TransferReason::NoRoom);
      In.Mover.dropCopies(*Part.Of, nullptr);
    }
  return Out;
}

void RegionLease::release() {
  if (!Holds)
    return;
  if (!Settled)
    abort(false, Clean);
  RegionTable::Buffers Unused;
  auto Discard = [&](Region &R) {
    // What a device may still be using is not used again.
    if (!Clean)
      for (RegionCopy &C : R.Copies)
        C.Memory.reset();
  };
  if (In->lazy()) {
    const RegionTable::Locked Lock = In->Table.lock();
    const uint64_t Now = In->Table.tick();
    for (Part &Part : Locked) {
      Region &R = *Part.Of;
      R.LastUse = Now;
      In->Table.letGo(R, Part.Shared);
      // Small arrays have no whole page: nobody would see them being freed.
      bool Empty = R.Pages.empty() && R.Loose.empty();
      if (!Part.Shared && (Empty || R.Temporary)) {
        Discard(R);
        In->Table.remove(R, Unused);
      }
    }
    In->Table.notify();
  }
  for (std::unique_ptr<Region> &R : Private) {
    Discard(*R);
    for (RegionCopy &C : R->Copies)
      Unused.emplace_back(C.Slot, std::move(C.Memory));
  }
  RegionTable::giveBack(std::move(Unused));
  Holds.reset();
}

/// Asks the guard about memory that it was not asked about before. Whether
/// there was any.
bool RegionLease::findPages(Part &Part) {
  Region &R = *Part.Of;
  if (Part.Own.without(R.Own).empty())
    return false;
  // Some may be in one of the pages.
  In->Mover.endLoose(R);
  RangeSet Own = R.Own, Pages = R.Pages;
  Own.insert(Part.Own);
  for (const ByteRange &Range : Own) {
    // Widened, it begins with what an allocator keeps before the block.
    uint64_t Inside = Range.Begin + std::min<uint64_t>(16, Range.size() - 1);
    const KnownBlock Block = In->BlockOf ? In->BlockOf(Inside) : KnownBlock();
    Pages.insert(
        In->Guard.guardable(Range, {Block.Range.Begin, Block.Private}));
  }
  if (!In->Guard.working())
    In->tellNoGuard("eager", In->Guard.whyNot());
  const RegionTable::Locked Lock = In->Table.lock();
  R.Own = std::move(Own);
  R.Pages = std::move(Pages);
  return true;
}

/// What the launch keeps: with the region locked alone.
void RegionLease::findLoose(Part &Part) {
  Region &R = *Part.Of;
  const std::thread::id Me = std::this_thread::get_id();
  const bool OfOther = In->Table.ofOtherScope(R);
  if (In->Guard.keepsBytes() && OfOther) {
    // The bytes beside its own that it has sent may have been written since.
    Part.Changed = true;
    In->Mover.bringHome(R, R.Hidden, PageGuard::Access::All,
                        TransferReason::Touched);
    In->Mover.openForHost(R, R.ReadOnly);
    const RegionTable::Locked Lock = In->Table.lock();
    R.ScopeOf = Me;
  } else if (!In->Guard.keepsBytes() && (!InScope || OfOther)) {
    // Nobody says that the host does not look, or has not written.
    Part.Changed |= !R.Loose.empty();
    In->Mover.endLoose(R);
  }
  RangeSet Fresh = Part.Loose.without(R.Pages).without(R.Loose);
  if (!Fresh.empty()) {
    Part.Changed = true;
    In->Guard.keep(Fresh);
    const RegionTable::Locked Lock = In->Table.lock();
    R.Loose.insert(Fresh);
    R.ScopeOf = Me;
  }
  Part.keepAll(R);
}

/// What of prepare()'s may be sent later: a copy where there is to be one.
const char *RegionLease::toSend(const char *From, uint64_t Bytes) {
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

Status RegionLease::prepare(Part &Part, Queue &Commands, size_t Spare,
                            Undo Back) {
  Region &R = *Part.Of;
  const uint64_t PageBytes = In->Guard.pageBytes();
  if (Part.Shared)
    return Unit();
  RangeSet Wanted;
  if (Back == Undo::All)
    Wanted = Part.Use.Writes;
  else if (Back == Undo::Repeat)
    // Bytes that are overwritten without being read are the same again.
    Wanted = Part.Use.Writes.without(Part.Use.Covered.without(Part.Use.Reads));
  Part.Changed |=
      !In->lazy() || R.Temporary || !Wanted.empty() || WritesComeHome;
  if (In->lazy() && !R.Temporary) {
    Part.Changed |= findPages(Part);
    findLoose(Part);
    RangeSet Elsewhere;
    for (const RegionCopy &C : R.Copies)
      if (C.Slot != Slot)
        Elsewhere.insert(C.newer());
    Part.Changed |= !Elsewhere.empty();
    In->Mover.bringHome(R, Elsewhere, PageGuard::Access::ReadOnly,
                        TransferReason::OtherDevice);
    if (!Wanted.empty())
      In->Mover.bringHome(R, R.Hidden.intersection(Wanted.outer(PageBytes)),
                          PageGuard::Access::ReadOnly,
                          TransferReason::Undoable);
    if (WritesComeHome) {
      RangeSet Written = Part.around(Part.Use.Writes, PageBytes);
      In->Mover.bringHome(R, Written, PageGuard::Access::All,
                          TransferReason::EachCallStored);
      In->Mover.openForHost(R, Written);
      Part.Kept.erase(Written);
      Part.Loose.erase(Written);
    }
  }
  if (R.Temporary && Back != Undo::All && !Spare && In->Mover.wrap(Part, *Slot))
    return Unit();
  const RegionCopy *Had = R.wholeCopy(*Slot);
  const Buffer *Memory = Had ? Had->Memory.get() : nullptr;
  if (Status S = In->Mover.join(R, *Slot, Commands, Spare); !S)
    return S;
  Part.On = R.wholeCopy(*Slot);
  RangeSet Send = Part.needed(PageBytes).without(Part.On->State.onDevice());
  Part.Changed |= Part.On->Memory.get() != Memory || !Send.empty();
  // From now on, writes of the host are noticed; then the bytes are sent.
  for (const ByteRange &Range : R.apart(Send)) {
    if (RangeSet(Range).without(R.ReadOnly).empty())
      continue;
    if (!In->Guard.set(Range, PageGuard::Access::ReadOnly)) {
      Part.Kept.erase(Range);
      Part.Loose.erase(Range);
      continue;
    }
    const RegionTable::Locked Lock = In->Table.lock();
    R.ReadOnly.insert(Range);
  }
  Send = Send.intersection(Part.Kept);
  for (const ByteRange &Range : Send) {
    // Noted first: whatever fails, their pages are opened again.
    Part.Sent.insert(Range);
    const auto Write = [&](const char *From, ByteRange Piece) {
      return Commands.write(*Part.On->Memory, Piece.Begin - Part.On->Origin,
                            toSend(From, Piece.size()), Piece.size());
    };
    if (Status S = In->Guard.send(Range, Write); !S)
      return S;
    BytesToDevice += Range.size();
    if (For)
      For->Moved.add(TransferReason::Missing, Range.size());
  }
  return Unit();
}

Status RegionLease::prepare(Queue &Commands, size_t Spare, Undo Back) {
  uint64_t Most = 0;
  for (const Part &Part : Locked)
    Most += Part.Shared ? 0 : Part.Of->Range.size();
  CopyRoom = MayLeave ? std::min(Most, MostCopied) : 0;
  for (Part &Part : Locked)
    if (Status S = prepare(Part, Commands, Spare, Back); !S)
      return S;
  if (interrupted())
    return Error{ErrorCode::DeviceLost, "a device has failed meanwhile", ""};
  return Unit();
}

void RegionLease::commit() {
  if (IsResumed) {
    (void)commitAgain(false);
    return;
  }
  Settled = Clean = true;
  std::vector<Region *> NotHidden;
  // Whole pages: they were all sent, or overwritten from end to end.
  auto WrittenOf = [&](const LeasePart &Part) {
    return Part.around(Part.Use.Writes, In->Guard.pageBytes());
  };
  for (Part &Part : Locked) {
    if (Part.Shared)
      continue;
    RangeSet Hide = WrittenOf(Part).without(Part.Of->Hidden);
    Part.Changed |= !Hide.empty();
    if (!std::all_of(Hide.begin(), Hide.end(), [&](ByteRange Range) {
          return bool(In->Guard.set(Range, PageGuard::Access::None));
        }))
      NotHidden.push_back(Part.Of);
  }
  bool Complete = true;
  if (In->lazy()) {
    const RegionTable::Locked Lock = In->Table.lock();
    Complete = In->Recovery.enter(Locked, Record, Logged);
    for (Part &Part : Locked) {
      Region &R = *Part.Of;
      R.Version += Part.Changed;
      if (Part.Shared || Part.Kept.empty())
        continue;
      RangeSet Written = WrittenOf(Part);
      for (const ByteRange &Range : Part.Sent)
        Part.On->State.markSent(Range);
      R.markHostWritten(Written);
      Part.On->State.markWritten(Written);
      if (Pending && !Written.empty())
        Part.On->LastLaunch = Pending;
      R.Hidden.insert(Written);
      R.ReadOnly.erase(Written);
      Part.Leaves = !Written.empty();
      if (Part.Leaves)
        R.LastWriter = For;
    }
  }
  if (!Complete)
    In->Recovery.checkpoint();
  for (Region *R : NotHidden)
    In->Mover.surrender(*R);
}

void RegionLease::abort(bool Started, bool IsClean) {
  Settled = true;
  Clean = IsClean;
  for (Part &Part : Locked) {
    Region &R = *Part.Of;
    Part.Changed = true;
    if (Part.Shared || !In->lazy())
      continue;
    {
      const RegionTable::Locked Lock = In->Table.lock();
      ++R.Version;
    }
    if (Started && Part.On) {
      // What was newer there before, and is neither whole nor overwritten by
      // the native variant without being read, is gone.
      RangeSet Written =
          Part.Use.Writes.outer(In->Guard.pageBytes()).intersection(R.Hidden);
      RangeSet Gone = Part.Use.Writes.intersection(R.Hidden).without(
          Part.Use.Covered.without(Part.Use.Reads));
      if (!Gone.empty())
        In->Recovery.recover(
            *Slot, {ErrorCode::DeviceLost, "a kernel was cut short", ""});
      In->Mover.bringHome(R, Written, PageGuard::Access::All,
                          TransferReason::Ended);
      In->Mover.openForHost(R, Part.Use.Writes.outer(In->Guard.pageBytes()));
    }
    if (!Clean)
      for (const ByteRange &Range : Part.Sent)
        In->Guard.strand(Range);
    In->Mover.openForHost(R, Part.Sent);
  }
}
