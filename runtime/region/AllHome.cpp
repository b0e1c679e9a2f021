// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- AllHome.cpp - all that devices have comes home at once -------------===//
//
// By a thread that is alone, so that nothing changes meanwhile.
#include "region/LossRecovery.h"

#include <cstring>
#include <new>
#include <unordered_map>

using namespace twofold;

/// By groups of launches, and within each by address.
std::vector<NewerBlock> LossRecovery::newerBlocks() {
  std::vector<NewerBlock> Out;
  const Locked Lock = Table.lock();
  for (const auto &[Number, R] : Table.all())
    for (RegionCopy &C : R->Copies)
      for (ByteRange Rest : R->apart(C.newer()))
        while (!Rest.empty()) {
          const ByteRange Block = takeBlock(Rest);
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

/// The bytes of these neighbours are the host's from now on; read-only if the
/// device is to stay current too.
void LossRecovery::install(NewerBlocks Beside, const char *Bytes,
                           PageGuard::Access How) {
  const ByteRange Range = hull(Beside);
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
    (void)Copy(host(Range.Begin));
  }
  const Locked Lock = Table.lock();
  for (const NewerBlock &Block : Beside)
    Block.Of->markHome(*Block.On, Block.Range,
                       How == PageGuard::Access::ReadOnly);
}

/// Copies all of Blocks to To, one behind the other, and waits once for as many
/// as are on one device. False: a device has failed, and all was made again.
bool LossRecovery::fetchBlocks(NewerBlocks Blocks, char *To) {
  while (!Blocks.empty()) {
    DeviceSlot &Slot = *Blocks.front().On->Slot;
    const auto End =
        std::find_if(Blocks.begin(), Blocks.end(),
                     [&](const NewerBlock &B) { return B.On->Slot != &Slot; });
    const auto Some = Blocks.first(size_t(End - Blocks.begin()));
    const bool AtOnce = Some.size() > 1 && fetchTogether(Some, To);
    for (const NewerBlock &Block : Some) {
      if (!AtOnce)
        if (Status S = fetch(*Block.On, Block.Range, To); !S) {
          makeAgain(Slot, S.error());
          return false;
        }
      To += Block.Range.size();
      bookHome(Counts, *Block.Of, Block.Range.size(),
               TransferReason::Checkpoint);
    }
    Blocks = Blocks.subspan(Some.size());
  }
  return true;
}

/// As many of the first of Blocks as LargestBlock holds.
static NewerBlocks someBlocks(NewerBlocks Blocks, uint64_t &Bytes) {
  size_t Count = 0;
  Bytes = 0;
  while (Count < Blocks.size() &&
         Bytes + Blocks[Count].Range.size() <= LargestBlock)
    Bytes += Blocks[Count++].Range.size();
  return Blocks.first(Count);
}

/// The first groups of Blocks that LargestBlock holds; at least one.
static NewerBlocks wholeGroups(NewerBlocks Blocks) {
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
bool LossRecovery::bringGroupsHome(NewerBlocks Groups) {
  std::vector<NewerBlock> Blocks, Others;
  Locked Lock = Table.lock();
  for (const NewerBlock &Block : Groups)
    (Launches.wanted(Block.Range).empty() ? Others : Blocks).push_back(Block);
  Lock.unlock();
  const size_t Read = Blocks.size();
  Blocks.insert(Blocks.end(), Others.begin(), Others.end());
  const NewerBlocks All = Blocks;
  auto Install = [&](NewerBlocks Some, const char *Bytes) {
    while (!Some.empty()) {
      const NewerBlocks Beside = neighbours(Some);
      install(Beside, Bytes, PageGuard::Access::ReadOnly);
      Bytes += hull(Beside).size();
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
      const Locked Lock = Table.lock();
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
void LossRecovery::bringAllHome() {
  const std::vector<NewerBlock> Blocks = newerBlocks();
  for (NewerBlocks Rest = Blocks; !Rest.empty();) {
    const NewerBlocks Some = wholeGroups(Rest);
    if (!bringGroupsHome(Some))
      return;
    Groups Ended;
    for (const NewerBlock &Block : Some)
      if (Ended.empty() || Ended.back() != Block.MadeBy)
        Ended.push_back(Block.MadeBy);
    const Locked Lock = Table.lock();
    Launches.finish(Ended);
    Rest = Rest.subspan(Some.size());
  }
}
