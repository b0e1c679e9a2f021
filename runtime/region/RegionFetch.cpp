// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "region/RegionFetch.h"
#include "site/SiteTable.h"
#include "system/Timeline.h"

using namespace twofold;

/// As much is read behind the launch that wrote it, in its queue: to wait once
/// takes half as long as twice. What a first fault fetches is no more.
static constexpr uint64_t MostReadBehind = uint64_t(64) << 10;

/// Where nothing was launched since the launch that wrote Range, and nobody
/// launches now: waits for it and copies Range in one go. Whether it did.
static bool fetchBehind(RegionCopy &From, ByteRange Range, char *To) {
  DeviceSlot &Slot = *From.Slot;
  const PendingLaunches::Number Last = From.LastLaunch;
  if (Range.size() > MostReadBehind || !Last || Last != Slot.Launches.newest())
    return false;
  // Never waits: the caller holds regions, and perhaps this lock.
  std::unique_lock<OwnedMutex> Mine(Slot.Lock, std::try_to_lock);
  if (!Mine || !Slot.Commands || Last != Slot.Launches.newest())
    return false;
  bool Enqueued = bool(Slot.Commands->read(
      To, *From.Memory, Range.Begin - From.Origin, Range.size()));
  return bool(Slot.Launches.finished(Last, Slot.Commands->finish())) &&
         Enqueued;
}

/// The queue for copies, with the slot's CopyLock held.
static Result<Queue *> copyQueue(DeviceSlot &Slot) {
  if (!Slot.CopyCommands) {
    auto Made = Slot.device().createQueue();
    if (!Made)
      return Made.takeError();
    Slot.CopyCommands = std::move(*Made);
  }
  return Slot.CopyCommands.get();
}

/// Again if that fails: there is no other way to these bytes.
Status twofold::fetch(RegionCopy &From, ByteRange Range, char *To) {
  TimelineSpan Told("fetch", "data comes home");
  Told.More.add("bytes", double(Range.size()));
  if (fetchBehind(From, Range, To))
    return Unit();
  DeviceSlot &Slot = *From.Slot;
  if (Status Made = Slot.Launches.wait(From.LastLaunch); !Made)
    return Made;
  std::lock_guard<std::mutex> Lock(Slot.CopyLock);
  auto Try = [&]() -> Status {
    auto Commands = copyQueue(Slot);
    if (!Commands)
      return Commands.takeError();
    Status Enqueued = (*Commands)->read(
        To, *From.Memory, Range.Begin - From.Origin, Range.size());
    Status Finished = (*Commands)->finish();
    return Enqueued ? std::move(Finished) : std::move(Enqueued);
  };
  Status Outcome = Try();
  if (!Outcome) {
    Slot.CopyCommands.reset();
    Outcome = Try();
  }
  if (!Outcome)
    Slot.CopyCommands.reset();
  return Outcome;
}

bool twofold::fetchTogether(NewerBlocks Blocks, char *To) {
  TimelineSpan Told("fetch", "data comes home");
  Told.More.add("bytes",
                double(Blocks.back().Range.End - Blocks.front().Range.Begin));
  DeviceSlot &Slot = *Blocks.front().On->Slot;
  for (const NewerBlock &Block : Blocks)
    if (!Slot.Launches.wait(Block.On->LastLaunch))
      return false;
  std::lock_guard<std::mutex> Lock(Slot.CopyLock);
  auto Commands = copyQueue(Slot);
  if (!Commands)
    return false;
  bool Enqueued = true;
  for (const NewerBlock &Block : Blocks) {
    const ByteRange &Range = Block.Range;
    Enqueued = Enqueued &&
               (*Commands)->read(To, *Block.On->Memory,
                                 Range.Begin - Block.On->Origin, Range.size());
    To += Range.size();
  }
  if ((*Commands)->finish() && Enqueued)
    return true;
  Slot.CopyCommands.reset();
  return false;
}

NewerBlocks twofold::neighbours(NewerBlocks Blocks) {
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

void twofold::bookHome(Statistics &Counts, const Region &R, uint64_t Bytes,
                       TransferReason Why) {
  add(Counts.BytesToHost, Bytes);
  if (R.LastWriter) {
    add(R.LastWriter->BytesToHost, Bytes);
    R.LastWriter->Moved.add(Why, Bytes);
  }
}
