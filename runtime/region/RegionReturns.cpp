// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- RegionReturns.cpp - all that devices have comes home at once -------===//
//
// By a thread that is alone, so that nothing changes meanwhile.
//
//===----------------------------------------------------------------------===//
#include "region/ImageTaker.h"
#include "site/SiteTable.h"

#include <algorithm>
#include <cstring>
#include <new>
#include <unordered_map>

using namespace twofold;

/// By groups of launches, and within each by address.
std::vector<Regions::NewerBlock> Regions::newerBlocks() {
  std::vector<NewerBlock> Out;
  Guarded Lock(Mutex);
  for (const auto &[Number, R] : ById)
    for (RegionCopy &C : R->Copies)
      for (ByteRange Rest : R->apart(C.newer()))
        while (!Rest.empty()) {
          ByteRange Block = {Rest.Begin,
                             Rest.Begin + std::min(Rest.size(), LargestBlock)};
          Rest.Begin = Block.End;
          Out.push_back({R.get(), &C, Block, Launches.groupOf(Block)});
        }
  // The groups come in the order of their first blocks, so that neighbours
  // that different launches have made are beside each other.
  std::unordered_map<LaunchLog::Group, uint64_t> First;
  for (NewerBlock &Block : Out) {
    Block.MadeBy = Launches.whole(Block.MadeBy);
    uint64_t &Begin =
        First.try_emplace(Block.MadeBy, Block.Range.Begin).first->second;
    Begin = std::min(Begin, Block.Range.Begin);
  }
  std::sort(Out.begin(), Out.end(),
            [&](const NewerBlock &A, const NewerBlock &B) {
              return std::pair(First[A.MadeBy], A.Range.Begin) <
                     std::pair(First[B.MadeBy], B.Range.Begin);
            });
  return Out;
}

/// Those that lie beside each other at the beginning of Blocks: to change all
/// of them at once takes the kernel hardly longer than one. At least one.
Regions::NewerBlocks Regions::neighbours(NewerBlocks Blocks) {
  auto IsLoose = [](const NewerBlock &Block) {
    return Block.Of->Loose.overlaps(Block.Range);
  };
  size_t Count = 1;
  while (Count < Blocks.size() && !IsLoose(Blocks[0]) &&
         !IsLoose(Blocks[Count]) &&
         Blocks[Count].Range.Begin == Blocks[Count - 1].Range.End &&
         Blocks[Count].Range.End - Blocks[0].Range.Begin <= LargestBlock)
    ++Count;
  return Blocks.first(Count);
}

/// The bytes of these neighbours are the host's from now on; read-only if the
/// device is to stay current too.
void Regions::install(NewerBlocks Beside, const char *Bytes,
                      PageGuard::Access How) {
  const ByteRange Range = {Beside.front().Range.Begin, Beside.back().Range.End};
  auto Copy = [&](char *To) {
    std::memcpy(To, Bytes, size_t(Range.size()));
    return Status(Unit());
  };
  if (!Guard.replace(Range, Copy, How)) {
    if (Beside.size() > 1) {
      for (const NewerBlock &Block : Beside) {
        install({&Block, 1}, Bytes, How);
        Bytes += Block.Range.size();
      }
      return;
    }
    // Better early than never: only threads that do not wait for the loop that
    // wrote these bytes can see them change.
    How = PageGuard::Access::All;
    (void)Guard.set(Range, How);
    (void)Copy(reinterpret_cast<char *>(uintptr_t(Range.Begin)));
  }
  Guarded Lock(Mutex);
  for (const NewerBlock &Block : Beside) {
    Block.Of->Hidden.erase(Block.Range);
    if (How == PageGuard::Access::ReadOnly) {
      Block.On->State.markTransferred(
          {Transfer::Direction::ToHost, Block.Range});
      Block.Of->ReadOnly.insert(Block.Range);
    } else
      for (RegionCopy &C : Block.Of->Copies)
        C.State.markHostWritten(Block.Range);
  }
}

/// Copies all of Blocks to To, one behind the other, and waits once for as many
/// as are on one device. False: a device has failed, and all was made again.
bool Regions::fetchBlocks(NewerBlocks Blocks, char *To) {
  while (!Blocks.empty()) {
    DeviceSlot &Slot = *Blocks.front().On->Slot;
    const auto End =
        std::find_if(Blocks.begin(), Blocks.end(),
                     [&](const NewerBlock &B) { return B.On->Slot != &Slot; });
    const auto Some = Blocks.first(size_t(End - Blocks.begin()));
    uint64_t Bytes = 0;
    for (const NewerBlock &Block : Some)
      Bytes += Block.Range.size();
    const bool AtOnce = Some.size() > 1 && fetchTogether(Some, To);
    for (const NewerBlock &Block : Some) {
      if (!AtOnce)
        if (Status S = fetch(*Block.On, Block.Range, To); !S) {
          makeAgain(Slot, S.error());
          return false;
        }
      To += Block.Range.size();
      if (SiteRecord *Writer = Block.Of->LastWriter) {
        add(Writer->BytesToHost, Block.Range.size());
        Writer->Moved.add(TransferReason::Checkpoint, Block.Range.size());
      }
    }
    add(Counts.BytesToHost, Bytes);
    Blocks = Blocks.subspan(Some.size());
  }
  return true;
}

/// Whether Range has all that is newer on devices of what Group's launches have
/// made. With Mutex held.
bool Regions::isLastOf(LaunchLog::Group Group, ByteRange Range) {
  const RangeSet Bytes = Launches.touchedBy(Group);
  for (const ByteRange &Each : Bytes)
    for (const Region *R : overlapping(Each))
      if (!R->Hidden.intersection(Each).without(Range).empty())
        return false;
  return !Bytes.empty();
}

/// The same as bringHomeBlock, for neighbours of which Bytes has the contents.
/// What launches have read needs no image where they are done with. False: it
/// is not here.
bool Regions::bringRunHome(NewerBlocks Beside, const char *Bytes,
                           TransferReason Why) {
  const ByteRange Range = {Beside.front().Range.Begin, Beside.back().Range.End};
  std::vector<LaunchLog::Group> Ended;
  RangeSet Read = Range;
  {
    Guarded Lock(Mutex);
    for (const NewerBlock &Block : Beside) {
      // Another reader may have brought it.
      if (!Block.On->newer().contains(Block.Range))
        return true;
      if (Launches.empty())
        continue;
      const LaunchLog::Group MadeBy = Launches.groupOf(Block.Range);
      if ((Ended.empty() || Ended.back() != MadeBy) &&
          isLastOf(MadeBy, Range)) {
        Ended.push_back(MadeBy);
        Read.erase(Launches.touchedBy(MadeBy));
      }
    }
  }
  ImageTaker Images(*this);
  if (!Images.take(Read)) {
    checkpoint();
    return true;
  }
  PageGuard::Saver Save;
  if (!Images.empty())
    Save = [&](char *Old, bool Aside) { Images.fill(Range.Begin, Old, Aside); };
  auto Copy = [&](char *To) {
    std::memcpy(To, Bytes, size_t(Range.size()));
    return Status(Unit());
  };
  if (!Guard.replace(Range, Copy, PageGuard::Access::ReadOnly, Save)) {
    Images.drop();
    return false;
  }
  add(Counts.BytesToHost, Range.size());
  Guarded Lock(Mutex);
  Images.seal();
  for (const NewerBlock &Block : Beside) {
    if (SiteRecord *Writer = Block.Of->LastWriter) {
      add(Writer->BytesToHost, Block.Range.size());
      Writer->Moved.add(Why, Block.Range.size());
    }
    Block.Of->Hidden.erase(Block.Range);
    Block.On->State.markTransferred({Transfer::Direction::ToHost, Block.Range});
    Block.Of->ReadOnly.insert(Block.Range);
  }
  // A launch that only reads these bytes may have joined the group meanwhile.
  const bool Late =
      !std::all_of(Ended.begin(), Ended.end(), [&](LaunchLog::Group Group) {
        return isLastOf(Group, Range);
      });
  if (Late)
    Launches.markIncomplete();
  else if (!Ended.empty())
    Launches.finish(Ended);
  forgetLaunches(Lock);
  Lock.unlock();
  Images.drop();
  if (Late)
    checkpoint();
  return true;
}

/// These come home with one wait for the device, and neighbours at once. False:
/// some of them are to come one by one.
bool Regions::bringTogether(NewerBlocks Blocks, TransferReason Why) {
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
    From += Beside.back().Range.End - Beside.front().Range.Begin;
    Blocks = Blocks.subspan(Beside.size());
  }
  return true;
}

/// As many of the first of Blocks as LargestBlock holds.
Regions::NewerBlocks Regions::someBlocks(NewerBlocks Blocks, uint64_t &Bytes) {
  size_t Count = 0;
  Bytes = 0;
  while (Count < Blocks.size() &&
         Bytes + Blocks[Count].Range.size() <= LargestBlock)
    Bytes += Blocks[Count++].Range.size();
  return Blocks.first(Count);
}

/// The first groups of Blocks that LargestBlock holds; at least one.
Regions::NewerBlocks Regions::wholeGroups(NewerBlocks Blocks) {
  size_t Whole = 0, Count = 0;
  for (uint64_t Bytes = 0; Count < Blocks.size();) {
    const LaunchLog::Group Next = Blocks[Count].MadeBy;
    while (Count < Blocks.size() && Blocks[Count].MadeBy == Next)
      Bytes += Blocks[Count++].Range.size();
    if (Whole && Bytes > LargestBlock)
      break;
    Whole = Count;
  }
  return Blocks.first(Whole);
}

/// What launches of the log have read is fetched before any of it is put in
/// place: whatever fails meanwhile, they can still be repeated. False: a device
/// has failed, and all was made again.
bool Regions::bringGroupsHome(NewerBlocks Groups) {
  std::vector<NewerBlock> Blocks, Others;
  for (const NewerBlock &Block : Groups) {
    Guarded Lock(Mutex);
    (Launches.wanted(Block.Range).empty() ? Others : Blocks).push_back(Block);
  }
  const size_t Read = Blocks.size();
  Blocks.insert(Blocks.end(), Others.begin(), Others.end());
  const NewerBlocks All = Blocks;
  auto Install = [&](NewerBlocks Some, const char *Bytes) {
    while (!Some.empty()) {
      const NewerBlocks Beside = neighbours(Some);
      install(Beside, Bytes, PageGuard::Access::ReadOnly);
      Bytes += Beside.back().Range.End - Beside.front().Range.Begin;
      Some = Some.subspan(Beside.size());
    }
  };
  struct Fetched {
    NewerBlocks Some;
    std::unique_ptr<char[]> Bytes;
  };
  std::vector<Fetched> Staged;
  uint64_t Bytes = 0;
  size_t Done = 0;
  while (Done < Read) {
    const auto Some = someBlocks(All.subspan(Done, Read - Done), Bytes);
    std::unique_ptr<char[]> Memory(new (std::nothrow) char[size_t(Bytes)]);
    if (!Memory) {
      // One after the other then, and there is no way back.
      Guarded Lock(Mutex);
      Launches.markIncomplete();
      break;
    }
    if (!fetchBlocks(Some, Memory.get()))
      return false;
    Staged.push_back({Some, std::move(Memory)});
    Done += Some.size();
  }
  std::unique_ptr<char[]> Memory(Done < All.size() ? new char[LargestBlock]
                                                   : nullptr);
  while (Done < All.size()) {
    const auto Some = someBlocks(All.subspan(Done), Bytes);
    if (!fetchBlocks(Some, Memory.get()))
      return false;
    Install(Some, Memory.get());
    Done += Some.size();
  }
  for (const Fetched &Each : Staged)
    Install(Each.Some, Each.Bytes.get());
  return true;
}

/// Group by group, so that little memory is taken for what is on its way.
void Regions::bringAllHome() {
  const std::vector<NewerBlock> Blocks = newerBlocks();
  for (NewerBlocks Rest = Blocks; !Rest.empty();) {
    const NewerBlocks Some = wholeGroups(Rest);
    if (!bringGroupsHome(Some))
      return;
    std::vector<LaunchLog::Group> Ended;
    for (const NewerBlock &Block : Some)
      if (Ended.empty() || Ended.back() != Block.MadeBy)
        Ended.push_back(Block.MadeBy);
    Guarded Lock(Mutex);
    Launches.finish(Ended);
    Rest = Rest.subspan(Some.size());
  }
}
