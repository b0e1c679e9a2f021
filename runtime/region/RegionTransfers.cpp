// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- RegionTransfers.cpp - moves the contents of locked regions ---------===//
//
// The state of a region changes under Mutex only, and only by who has locked
// it; who has it alone may therefore read it without.
//
//===----------------------------------------------------------------------===//
#include "region/ImageTaker.h"
#include "region/Regions.h"
#include "site/SiteTable.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>

using namespace twofold;

/// To copy as much takes less time than to wait for a device that is idle.
static constexpr uint64_t MostCopied = uint64_t(128) << 10;

/// The kept pages that the launch must find on the device: those that it reads
/// and those that it does not certainly overwrite from end to end.
RangeSet Regions::needed(const RegionLease::Part &Part, uint64_t PageBytes) {
  RangeSet Out = Part.around(Part.Use.Writes, PageBytes)
                     .without(Part.filled(Part.Use.Covered, PageBytes));
  Out.insert(Part.around(Part.Use.Reads, PageBytes));
  return Out;
}

void Regions::lose(Region &R, RegionCopy &Of, ByteRange Range,
                   const Error &Why) {
  if (!OnLoss) {
    recover(*Of.Slot, Why);
    return;
  }
  (void)Guard.set(Range, PageGuard::Access::All);
  if (!OnLoss({Range, R.LastWriter, Why}))
    end(R.LastWriter, *Of.Slot, Why.Message);
  Guarded Lock(Mutex);
  R.Hidden.erase(Range);
  for (RegionCopy &C : R.Copies)
    C.State.markHostWritten(Range);
}

/// A part of Wanted that From alone has, no larger than a mapping may be.
void Regions::bringHomeBlock(Region &R, RegionCopy &From, ByteRange Block,
                             PageGuard::Access How, TransferReason Why) {
  ImageTaker Images(*this);
  if (!Images.take(Block)) {
    checkpoint();
    return;
  }
  bool Fetched = false;
  PageGuard::Saver Save;
  if (!Images.empty())
    Save = [&](char *Old, bool Aside) { Images.fill(Block.Begin, Old, Aside); };
  Status Put = Guard.replace(
      Block,
      [&](char *Fresh) -> Status {
        Status S = fetch(From, Block, Fresh);
        Fetched = bool(S);
        return S;
      },
      How, Save);
  if (!Put) {
    Images.drop();
    // The bytes may be here; it is the guard that cannot.
    if (Fetched)
      surrender(R, Why);
    else
      lose(R, From, Block, Put.error());
    return;
  }
  add(Counts.BytesToHost, Block.size());
  if (R.LastWriter) {
    add(R.LastWriter->BytesToHost, Block.size());
    R.LastWriter->Moved.add(Why, Block.size());
  }
  Guarded Lock(Mutex);
  Images.seal();
  R.Hidden.erase(Block);
  From.State.markTransferred({Transfer::Direction::ToHost, Block});
  if (How == PageGuard::Access::ReadOnly)
    R.ReadOnly.insert(Block);
  else
    for (RegionCopy &C : R.Copies)
      C.State.markHostWritten(Block);
  forgetLaunches(Lock);
}

/// Makes the pages of Wanted that are newer on a device current on the host.
void Regions::bringHome(Region &R, RangeSet Wanted, PageGuard::Access How,
                        TransferReason Why) {
  for (RegionCopy &C : R.Copies) {
    RangeSet Newer;
    {
      Guarded Lock(Mutex);
      Newer = C.newer().intersection(Wanted);
    }
    for (ByteRange Rest : R.apart(Newer))
      while (!Rest.empty()) {
        ByteRange Block = {Rest.Begin,
                           Rest.Begin + std::min(Rest.size(), LargestBlock)};
        Rest.Begin = Block.End;
        // Another reader, or surrender(), may have brought it.
        {
          Guarded Lock(Mutex);
          if (!C.newer().overlaps(Block))
            continue;
        }
        bringHomeBlock(R, C, Block, How, Why);
      }
  }
}

/// Without pages being replaced: the guard has come to its limits. The region
/// is the host's then. Another thread may see old bytes while this goes on, but
/// only of what a loop that it should have waited for has written.
void Regions::surrender(Region &R, TransferReason Why) {
  // No images are taken of what it changes.
  checkpoint();
  struct Saved {
    RegionCopy *From;
    ByteRange Range;
    std::unique_ptr<char[]> Bytes;
  };
  std::vector<Saved> All;
  for (RegionCopy &C : R.Copies)
    for (const ByteRange &Range : R.apart(C.newer())) {
      All.push_back({&C, Range, std::make_unique<char[]>(Range.size())});
      if (Status S = fetch(C, Range, All.back().Bytes.get()); !S) {
        All.pop_back();
        lose(R, C, Range, S.error());
      }
    }
  // To widen a protection needs no more mappings than there are.
  for (const ByteRange &Range : R.Pages)
    (void)Guard.set(Range, PageGuard::Access::All);
  for (Saved &S : All) {
    auto Copy = [&](char *To) {
      std::memcpy(To, S.Bytes.get(), S.Range.size());
      return Status(Unit());
    };
    if (!R.Loose.contains(S.Range) ||
        !Guard.replace(S.Range, Copy, PageGuard::Access::All))
      (void)Copy(host(S.Range.Begin));
    add(Counts.BytesToHost, S.Range.size());
    if (R.LastWriter) {
      add(R.LastWriter->BytesToHost, S.Range.size());
      R.LastWriter->Moved.add(Why, S.Range.size());
    }
  }
  for (const ByteRange &Range : R.Loose)
    (void)Guard.set(Range, PageGuard::Access::All);
  Guarded Lock(Mutex);
  // By a launch that only reads, at the same time.
  if (!Launches.wanted(R.Pages).empty() || !Launches.wanted(R.Loose).empty())
    Launches.markIncomplete();
  for (RegionCopy &C : R.Copies)
    C.State.markHostWritten(C.State.bounds());
  R.Hidden = R.ReadOnly = {};
}

/// Devices have nothing of these pages afterwards; none of them is newer there.
void Regions::openForHost(Region &R, const RangeSet &Wanted) {
  keepImages(R.ReadOnly.intersection(Wanted));
  RangeSet Open;
  {
    Guarded Lock(Mutex);
    Open = R.ReadOnly.intersection(Wanted);
    for (const ByteRange &Range : Open)
      for (RegionCopy &C : R.Copies)
        C.State.markHostWritten(Range);
    R.ReadOnly.erase(Open);
  }
  for (const ByteRange &Range : Open)
    if (!Guard.set(Range, PageGuard::Access::All)) {
      surrender(R);
      return;
    }
}

Status Regions::prepare(RegionLease &Lease, RegionLease::Part &Part,
                        Queue &Commands, size_t Spare, Undo Back) {
  Region &R = *Part.Of;
  DeviceSlot &Slot = *Lease.Slot;
  if (Part.Shared)
    return Unit();
  RangeSet Wanted;
  if (Back == Undo::All)
    Wanted = Part.Use.Writes;
  else if (Back == Undo::Repeat)
    // Bytes that are overwritten without being read are the same again.
    Wanted = Part.Use.Writes.without(Part.Use.Covered.without(Part.Use.Reads));
  Part.Changed |=
      !lazy() || R.Temporary || !Wanted.empty() || Lease.WritesComeHome;
  if (lazy() && !R.Temporary) {
    Part.Changed |= findPages(Part);
    findLoose(Lease, Part);
    RangeSet Elsewhere;
    for (const RegionCopy &C : R.Copies)
      if (C.Slot != &Slot)
        Elsewhere.insert(C.newer());
    Part.Changed |= !Elsewhere.empty();
    bringHome(R, Elsewhere, PageGuard::Access::ReadOnly,
              TransferReason::OtherDevice);
    if (!Wanted.empty())
      bringHome(R, R.Hidden.intersection(Wanted.outer(Guard.pageBytes())),
                PageGuard::Access::ReadOnly, TransferReason::Undoable);
    if (Lease.WritesComeHome) {
      RangeSet Written = Part.around(Part.Use.Writes, Guard.pageBytes());
      bringHome(R, Written, PageGuard::Access::All,
                TransferReason::EachCallStored);
      openForHost(R, Written);
      Part.Kept.erase(Written);
      Part.Loose.erase(Written);
    }
  }
  if (R.Temporary && Back != Undo::All && !Spare && wrap(Part, Slot))
    return Unit();
  const RegionCopy *Had = R.wholeCopy(Slot);
  const Buffer *Memory = Had ? Had->Memory.get() : nullptr;
  if (Status S = join(R, Slot, Commands, Spare); !S)
    return S;
  Part.On = R.wholeCopy(Slot);
  RangeSet Send =
      needed(Part, Guard.pageBytes()).without(Part.On->State.onDevice());
  Part.Changed |= Part.On->Memory.get() != Memory || !Send.empty();
  // From now on, writes of the host are noticed; then the bytes are sent.
  for (const ByteRange &Range : R.apart(Send)) {
    if (RangeSet(Range).without(R.ReadOnly).empty())
      continue;
    if (!Guard.set(Range, PageGuard::Access::ReadOnly)) {
      Part.Kept.erase(Range);
      Part.Loose.erase(Range);
      continue;
    }
    Guarded Lock(Mutex);
    R.ReadOnly.insert(Range);
  }
  Send = Send.intersection(Part.Kept);
  for (const ByteRange &Range : Send) {
    // Noted first: whatever fails, their pages are opened again.
    Part.Sent.insert(Range);
    const auto Write = [&](const char *From, ByteRange Piece) {
      return Commands.write(*Part.On->Memory, Piece.Begin - Part.On->Origin,
                            Lease.toSend(From, Piece.size()), Piece.size());
    };
    if (Status S = Guard.send(Range, Write); !S)
      return S;
    Lease.BytesToDevice += Range.size();
    if (Lease.For)
      Lease.For->Moved.add(TransferReason::Missing, Range.size());
  }
  return Unit();
}

Status Regions::prepare(RegionLease &Lease, Queue &Commands, size_t Spare,
                        Undo Back) {
  uint64_t Most = 0;
  for (const RegionLease::Part &Part : Lease.Locked)
    Most += Part.Shared ? 0 : Part.Of->Range.size();
  Lease.CopyRoom = Lease.MayLeave ? std::min(Most, MostCopied) : 0;
  for (RegionLease::Part &Part : Lease.Locked)
    if (Status S = prepare(Lease, Part, Commands, Spare, Back); !S)
      return S;
  return interrupted(Lease) ? Status(Error{ErrorCode::DeviceLost,
                                           "a device has failed meanwhile", ""})
                            : Status(Unit());
}

void Regions::commit(RegionLease &Lease) {
  if (Lease.IsResumed) {
    (void)commitAgain(Lease, false);
    return;
  }
  Lease.Settled = Lease.Clean = true;
  std::vector<Region *> NotHidden;
  // Whole pages: they were all sent, or overwritten from end to end.
  auto WrittenOf = [&](const RegionLease::Part &Part) {
    return Part.around(Part.Use.Writes, Guard.pageBytes());
  };
  for (RegionLease::Part &Part : Lease.Locked) {
    if (Part.Shared)
      continue;
    RangeSet Hide = WrittenOf(Part).without(Part.Of->Hidden);
    Part.Changed |= !Hide.empty();
    if (!std::all_of(Hide.begin(), Hide.end(), [&](ByteRange Range) {
          return bool(Guard.set(Range, PageGuard::Access::None));
        }))
      NotHidden.push_back(Part.Of);
  }
  bool Complete = true;
  if (lazy()) {
    Guarded Lock(Mutex);
    enter(Lease);
    Complete = Launches.complete();
    for (RegionLease::Part &Part : Lease.Locked) {
      Region &R = *Part.Of;
      R.Version += Part.Changed;
      if (Part.Shared || Part.Kept.empty())
        continue;
      RangeSet Written = WrittenOf(Part);
      for (const ByteRange &Range : Part.Sent)
        Part.On->State.markTransferred({Transfer::Direction::ToDevice, Range});
      for (const ByteRange &Range : Written)
        for (RegionCopy &C : R.Copies)
          C.State.markHostWritten(Range);
      Part.On->State.markWritten(Written);
      if (Lease.Pending && !Written.empty())
        Part.On->LastLaunch = Lease.Pending;
      R.Hidden.insert(Written);
      R.ReadOnly.erase(Written);
      Part.Leaves = !Written.empty();
      if (Part.Leaves)
        R.LastWriter = Lease.For;
    }
  }
  if (!Complete)
    checkpoint();
  for (Region *R : NotHidden)
    surrender(*R);
}

void Regions::abort(RegionLease &Lease, bool Started, bool Clean) {
  Lease.Settled = true;
  Lease.Clean = Clean;
  for (RegionLease::Part &Part : Lease.Locked) {
    Region &R = *Part.Of;
    Part.Changed = true;
    if (Part.Shared || !lazy())
      continue;
    {
      Guarded Lock(Mutex);
      ++R.Version;
    }
    if (Started && Part.On) {
      // What was newer there before, and is neither whole nor overwritten by
      // the native variant without being read, is gone.
      RangeSet Written =
          Part.Use.Writes.outer(Guard.pageBytes()).intersection(R.Hidden);
      RangeSet Gone = Part.Use.Writes.intersection(R.Hidden).without(
          Part.Use.Covered.without(Part.Use.Reads));
      const Error Why = {ErrorCode::DeviceLost, "a kernel was cut short", ""};
      if (!Gone.empty() && !OnLoss)
        recover(*Lease.Slot, Why);
      bringHome(R, Written, PageGuard::Access::All, TransferReason::Ended);
      if (OnLoss)
        for (const ByteRange &Range :
             R.apart(Part.around(Gone, Guard.pageBytes())))
          lose(R, *Part.On, Range, Why);
      openForHost(R, Part.Use.Writes.outer(Guard.pageBytes()));
    }
    if (!Clean)
      for (const ByteRange &Range : Part.Sent)
        Guard.strand(Range);
    openForHost(R, Part.Sent);
  }
}
