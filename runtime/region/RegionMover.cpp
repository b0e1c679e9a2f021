// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "region/RegionMover.h"
#include "system/SignalHold.h"

#include <cstring>
#include <new>
#include <optional>

using namespace twofold;

/// Fill has what these neighbours hold on their device: puts it into the host's
/// memory. Of Read images are taken; Ended: groups that are done with then.
Status RegionMover::putHome(NewerBlocks Beside, const PageGuard::Filler &Fill,
                            PageGuard::Access How, TransferReason Why,
                            const RangeSet &Read,
                            const LossRecovery::Groups &Ended) {
  const ByteRange Range = hull(Beside);
  LossRecovery::Images Images(Recovery);
  if (!Images.take(Read)) {
    Recovery.checkpoint();
    return Unit();
  }
  if (Status Put = Guard.replace(Range, Fill, How, Images.saver(Range.Begin));
      !Put)
    return Put;
  RegionTable::Locked Lock = Table.lock();
  Images.seal();
  for (const NewerBlock &Block : Beside) {
    bookHome(Counts, *Block.Of, Block.Range.size(), Why);
    Block.Of->markHome(*Block.On, Block.Range,
                       How == PageGuard::Access::ReadOnly);
  }
  const bool Finished = Recovery.finish(Ended, Range);
  Lock.unlock();
  Images.drop();
  if (!Finished)
    Recovery.checkpoint();
  return Unit();
}

/// A part of Wanted that From alone has, no larger than a mapping may be.
void RegionMover::bringHomeBlock(Region &R, RegionCopy &From, ByteRange Block,
                                 PageGuard::Access How, TransferReason Why) {
  const NewerBlock It = {&R, &From, Block};
  bool Fetched = false;
  auto Fetch = [&](char *Fresh) -> Status {
    Status S = fetch(From, Block, Fresh);
    Fetched = bool(S);
    return S;
  };
  Status Put = putHome({&It, 1}, Fetch, How, Why, Block, {});
  // The bytes may be here; it is the guard that cannot.
  if (!Put && Fetched)
    surrender(R, Why);
  else if (!Put)
    Recovery.recover(*From.Slot, Put.error());
}

void RegionMover::bringHome(Region &R, RangeSet Wanted, PageGuard::Access How,
                            TransferReason Why) {
  for (RegionCopy &C : R.Copies) {
    RangeSet Newer;
    {
      const RegionTable::Locked Lock = Table.lock();
      Newer = C.newer().intersection(Wanted);
    }
    for (ByteRange Rest : R.apart(Newer))
      while (!Rest.empty()) {
        const ByteRange Block = takeBlock(Rest);
        // Another reader, or surrender(), may have brought it.
        {
          const RegionTable::Locked Lock = Table.lock();
          if (!C.newer().overlaps(Block))
            continue;
        }
        bringHomeBlock(R, C, Block, How, Why);
      }
  }
}

void RegionMover::surrender(Region &R, TransferReason Why) {
  // No images are taken of what it changes.
  Recovery.checkpoint();
  struct Saved {
    ByteRange Range;
    std::unique_ptr<char[]> Bytes;
  };
  std::vector<Saved> All;
  for (RegionCopy &C : R.Copies)
    for (const ByteRange &Range : R.apart(C.newer())) {
      All.push_back({Range, std::make_unique<char[]>(Range.size())});
      if (Status S = fetch(C, Range, All.back().Bytes.get()); !S) {
        All.pop_back();
        Recovery.recover(*C.Slot, S.error());
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
    bookHome(Counts, R, S.Range.size(), Why);
  }
  for (const ByteRange &Range : R.Loose)
    (void)Guard.set(Range, PageGuard::Access::All);
  const RegionTable::Locked Lock = Table.lock();
  // By a launch that only reads, at the same time.
  Recovery.surrendered(R);
  R.markHostWritten(R.Range);
  R.Hidden = R.ReadOnly = {};
}

void RegionMover::openForHost(Region &R, const RangeSet &Wanted) {
  Recovery.keepImages(R.ReadOnly.intersection(Wanted));
  RangeSet Open;
  {
    const RegionTable::Locked Lock = Table.lock();
    Open = R.ReadOnly.intersection(Wanted);
    R.markHostWritten(Open);
    R.ReadOnly.erase(Open);
  }
  for (const ByteRange &Range : Open)
    if (!Guard.set(Range, PageGuard::Access::All))
      return surrender(R);
}

void RegionMover::dropCopies(Region &R, const DeviceSlot *On) {
  std::vector<std::unique_ptr<Buffer>> Dropped; // outside of the lock
  RangeSet Unneeded;
  {
    const RegionTable::Locked Lock = Table.lock();
    RangeSet Rest = R.Hidden;
    for (auto C = R.Copies.begin(); C != R.Copies.end();)
      if (!On || C->Slot == On) {
        Dropped.push_back(std::move(C->Memory));
        C = R.Copies.erase(C);
      } else {
        Rest.insert(C->State.onDevice());
        ++C;
      }
    Unneeded = R.ReadOnly.without(Rest);
  }
  openForHost(R, Unneeded);
}

void RegionMover::endLoose(Region &R) {
  if (R.Loose.empty())
    return;
  const RangeSet Ended = R.Loose;
  takeHome(R, Ended, TransferReason::Touched);
  Guard.release(Ended);
  const RegionTable::Locked Lock = Table.lock();
  R.Loose = {};
}

/// The same for neighbours of which Bytes has the contents. False: it is not
/// here.
bool RegionMover::bringRunHome(NewerBlocks Beside, const char *Bytes,
                               TransferReason Why) {
  LossRecovery::Groups Ended;
  RangeSet Read;
  {
    const RegionTable::Locked Lock = Table.lock();
    for (const NewerBlock &Block : Beside)
      // Another reader may have brought it.
      if (!Block.On->newer().contains(Block.Range))
        return true;
    Read = Recovery.stillRead(Beside, Ended);
  }
  auto Copy = [&](char *To) {
    std::memcpy(To, Bytes, size_t(hull(Beside).size()));
    return Status(Unit());
  };
  return bool(
      putHome(Beside, Copy, PageGuard::Access::ReadOnly, Why, Read, Ended));
}

/// These come home with one wait for the device, and neighbours at once. False:
/// some of them are to come one by one.
bool RegionMover::bringTogether(NewerBlocks Blocks, TransferReason Why) {
  uint64_t Bytes = 0;
  for (const NewerBlock &Block : Blocks) {
    if (Block.On->Slot != Blocks.front().On->Slot)
      return false;
    Bytes += Block.Range.size();
  }
  std::unique_ptr<char[]> Memory(new (std::nothrow) char[size_t(Bytes)]);
  if (!Memory)
    return false;
  const NewerBlock &First = Blocks.front();
  if (Blocks.size() == 1 ? !fetch(*First.On, First.Range, Memory.get())
                         : !fetchTogether(Blocks, Memory.get()))
    return false;
  for (const char *From = Memory.get(); !Blocks.empty();) {
    const NewerBlocks Beside = neighbours(Blocks);
    if (!bringRunHome(Beside, From, Why))
      return false;
    From += hull(Beside).size();
    Blocks = Blocks.subspan(Beside.size());
  }
  return true;
}

/// Brings home what devices have of Pages in those of Near that are free, as
/// much as LargestBlock. False: nothing, or not all of that.
bool RegionMover::touchTogether(const std::vector<Region *> &Near,
                                const RangeSet &Pages, TransferReason Why,
                                RegionTable::Locked &Lock) {
  std::vector<Region *> Held;
  std::vector<NewerBlock> Blocks;
  uint64_t Bytes = 0;
  for (Region *R : Near) {
    if (!Table.mayHold(*R, true) || !R->Loose.empty())
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
    Table.holdToChange(*R, true);
    Held.push_back(R);
  }
  if (Held.empty())
    return false;
  Lock.unlock();
  const bool AllHere = bringTogether(Blocks, Why);
  Lock.lock();
  for (Region *R : Held)
    Table.letGo(*R, true);
  Table.notify();
  return AllHere;
}

void RegionMover::touch(ByteRange Range, bool Write, TransferReason Why) {
  if (Table.empty() || Table.isMine())
    return;
  const RangeSet Pages = RangeSet(Range).outer(Guard.pageBytes());
  const CancelHold Whole;
  std::optional<DeviceAccount::Work> Costs;
  if (Why == TransferReason::Touched)
    Costs.emplace(Account);
  RegionTable::Locked Lock = Table.lock();
  RegionTable::Turn Mine(Table);
  bool Together = !Write;
  // Regions come and go while this waits: it starts again after each.
  while (true) {
    Region *Next = nullptr;
    RangeSet Wanted;
    const std::vector<Region *> Near = Table.overlapping(Pages.hull());
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
      Mine.end();
      return;
    }
    if (!Table.mayHold(*Next, !Write)) {
      Mine.wait(Pages, !Write, Lock);
      continue;
    }
    if (Together) {
      Together = touchTogether(Near, Pages, Why, Lock);
      continue;
    }
    Table.holdToChange(*Next, !Write);
    Lock.unlock();
    if (Write)
      takeHome(*Next, Wanted, Why);
    else
      bringHome(*Next, Wanted, PageGuard::Access::ReadOnly, Why);
    Lock.lock();
    Table.letGo(*Next, !Write);
    Table.notify();
  }
}
