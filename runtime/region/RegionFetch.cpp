// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- RegionFetch.cpp - copies bytes from a device -----------------------===//
#include "region/Regions.h"

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
  std::unique_lock<SlotLock> Mine(Slot.Lock, std::try_to_lock);
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

/// Copies Range, which the device has, to To. Again if that fails: there is no
/// other way to these bytes.
Status Regions::fetch(RegionCopy &From, ByteRange Range, char *To) {
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

/// The same for several on one device, which is waited for once. False: they
/// are to be fetched one by one.
bool Regions::fetchTogether(NewerBlocks Blocks, char *To) {
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
