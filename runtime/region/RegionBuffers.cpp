// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- RegionBuffers.cpp - the buffers that regions have on devices -------===//
#include "bytes/Residence.h"
#include "region/RegionMover.h"
#include "site/SiteTable.h"

#include <algorithm>

using namespace twofold;

/// A buffer starts at a host address that is a multiple of this, so that every
/// element is aligned on the device as it is on the host.
static constexpr uint64_t BufferAlignment = 128;

bool RegionMover::evictOne(DeviceSlot &Slot) {
  Region *Oldest = nullptr;
  {
    RegionTable::Locked Lock = Table.lock();
    for (const auto &[Number, R] : Table.all())
      if (Table.mayHold(*R, false) &&
          (!Oldest || R->LastUse < Oldest->LastUse) &&
          std::any_of(R->Copies.begin(), R->Copies.end(),
                      [&](const RegionCopy &C) { return C.Slot == &Slot; }))
        Oldest = R.get();
    if (!Oldest)
      return false;
    Table.holdToChange(*Oldest, false);
  }
  if (Log.on(Topic::Transfers))
    Log.line(Oldest->LastWriter ? Oldest->LastWriter->Place : "",
             "its data comes home to make room for other data on " +
                 Slot.facts().Name);
  bringHome(*Oldest, Oldest->Hidden, PageGuard::Access::ReadOnly,
            TransferReason::NoRoom);
  dropCopies(*Oldest, &Slot);
  add(Table.counters().Evictions);
  RegionTable::Buffers None;
  RegionTable::Locked Lock = Table.lock();
  Table.letGo(*Oldest, false);
  if (Oldest->Copies.empty())
    Table.remove(*Oldest, None);
  Table.notify();
  return true;
}

/// Whether as much more is within the budget. There may be thousands of
/// regions: they are gone through only when it could be too much.
bool RegionMover::fits(const DeviceSlot &Slot, uint64_t Bytes,
                       uint64_t Budget) {
  RegionTable::Locked Lock = Table.lock();
  uint64_t &Most = MostBytesOn[&Slot];
  if (Most + Bytes > Budget)
    Most = Table.deviceBytes(&Slot);
  return Most + Bytes <= Budget;
}

Result<std::unique_ptr<Buffer>> RegionMover::allocate(DeviceSlot &Slot,
                                                      size_t Bytes) {
  const DeviceFacts &Facts = Slot.facts();
  bool MayFit = Bytes <= Facts.MaxAllocation;
  uint64_t Budget = budget(Facts);
  if (Guard.keeps() && MayFit)
    while (!fits(Slot, Bytes, Budget) && evictOne(Slot))
      ;
  while (true) {
    auto Taken = Slot.Buffers.take(Bytes);
    // Memory of launches under way is free only when they are over.
    if (!Taken && Taken.error().Code == ErrorCode::OutOfMemory &&
        Slot.Launches.count()) {
      (void)Slot.Launches.waitForAll();
      Taken = Slot.Buffers.take(Bytes);
    }
    if (Taken && Guard.keeps()) {
      RegionTable::Locked Lock = Table.lock();
      MostBytesOn[&Slot] += (*Taken)->size();
    }
    if (Taken || !Guard.keeps() || !MayFit ||
        Taken.error().Code != ErrorCode::OutOfMemory || !evictOne(Slot))
      return Taken;
  }
}

bool RegionMover::wrap(LeasePart &Part, DeviceSlot &Slot) {
  if (!worksInPlace(Slot) || !mayWorkInPlace(Part.Use))
    return false;
  Region &R = *Part.Of;
  auto Memory = Slot.device().wrap(
      reinterpret_cast<char *>(uintptr_t(R.Range.Begin)), R.Range.size());
  if (!Memory)
    return false;
  RegionTable::Locked Lock = Table.lock();
  R.Copies.push_back(
      {&Slot, Residence(R.Range), R.Range.Begin, std::move(*Memory)});
  Lock.unlock();
  Part.On = &R.Copies.back();
  Part.InPlace = true;
  return true;
}

/// What only the device has goes from buffer to buffer: the host's bytes are
/// old.
Status RegionMover::join(Region &R, DeviceSlot &Slot, Queue &Commands,
                         size_t Spare) {
  uint64_t Origin = R.Range.Begin / BufferAlignment * BufferAlignment;
  if (RegionCopy *Whole = R.wholeCopy(Slot);
      Whole && Whole->Memory->size() >= R.Range.End - Whole->Origin + Spare)
    return Unit();
  RangeSet Held;
  for (const RegionCopy &C : R.Copies)
    if (C.Slot == &Slot)
      Held.insert(C.State.onDevice());
  auto Memory = allocate(Slot, R.Range.End - Origin + Spare);
  if (!Memory && !Held.empty() &&
      Memory.error().Code == ErrorCode::OutOfMemory) {
    // There may be room without the old buffers.
    bringHome(R, R.Hidden, PageGuard::Access::ReadOnly, TransferReason::NoRoom);
    dropCopies(R, &Slot);
    Held = {};
    Memory = allocate(Slot, R.Range.End - Origin + Spare);
  }
  if (!Memory)
    return Memory.takeError();
  RegionCopy Whole = {&Slot, Residence(R.Range), Origin, std::move(*Memory)};
  Status Copied = Unit();
  for (RegionCopy &C : R.Copies)
    if (C.Slot == &Slot) {
      for (const ByteRange &Range : C.State.onDevice())
        if (Copied)
          Copied = Commands.copy(*Whole.Memory, Range.Begin - Origin, *C.Memory,
                                 Range.Begin - C.Origin, Range.size());
      Whole.State.absorb(C.State);
    }
  // The old buffers are kept until the new one has everything.
  if (Copied && !Held.empty())
    Copied = Commands.finish();
  if (!Copied) {
    // The new buffer goes: nothing may still be copied into it.
    (void)Commands.finish();
    return Copied;
  }
  add(Table.counters().BytesJoined, Held.bytes());
  std::vector<std::unique_ptr<Buffer>> Old;
  RegionTable::Locked Lock = Table.lock();
  for (auto C = R.Copies.begin(); C != R.Copies.end();)
    if (C->Slot == &Slot) {
      Old.push_back(std::move(C->Memory));
      C = R.Copies.erase(C);
    } else
      ++C;
  R.Copies.push_back(std::move(Whole));
  Lock.unlock();
  for (std::unique_ptr<Buffer> &B : Old)
    Slot.Buffers.give(std::move(B));
  return Unit();
}
