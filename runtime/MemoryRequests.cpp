// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "MemoryRequests.h"
#include "Runtime.h"
#include "observe/MappedMemory.h"
#include "twofold/twofold.h"

#include <optional>

using namespace twofold;

/// The memory that a request names, of which the trace gets a line; nothing
/// when Pointer and Bytes are not those of memory.
static std::optional<ByteRange> requested(Runtime *In, const char *What,
                                          const void *Pointer, size_t Bytes) {
  ByteRange Out = {uint64_t(uintptr_t(Pointer)), 0};
  if (__builtin_add_overflow(Out.Begin, uint64_t(Bytes), &Out.End) ||
      (!Pointer && Bytes != 0))
    return std::nullopt;
  if (In && In->trace().on(Topic::Calls))
    In->trace().line("", std::string(What) + ": " + formatBytes(double(Bytes)));
  return Out;
}

int memory::sync(Runtime *In, const void *Pointer, size_t Bytes) {
  const auto Range = requested(In, "twofold_sync", Pointer, Bytes);
  if (Range && In && !Range->empty())
    In->regions().sync(*Range);
  return Range ? TWOFOLD_MEMORY_OK : TWOFOLD_MEMORY_BAD_ARGUMENT;
}

int memory::syncAll(Runtime *In) {
  if (!In)
    return TWOFOLD_MEMORY_OK;
  if (In->trace().on(Topic::Calls))
    In->trace().line("", "twofold_sync_all");
  In->regions().syncAll();
  return TWOFOLD_MEMORY_OK;
}

int memory::prefetch(Runtime *In, const void *Pointer, size_t Bytes,
                     int Device) {
  const auto Range = requested(In, "twofold_prefetch", Pointer, Bytes);
  if (!Range)
    return TWOFOLD_MEMORY_BAD_ARGUMENT;
  if (!In)
    return TWOFOLD_MEMORY_NO_DEVICE;
  const auto &Devices = In->devices();
  if (Device < 0 || size_t(Device) >= Devices.size() || Devices[Device]->Lost)
    return TWOFOLD_MEMORY_NO_DEVICE;
  DeviceSlot &Slot = *Devices[Device];
  if (In->regions().pinned(*Range))
    return TWOFOLD_MEMORY_IS_PINNED;
  if (Bytes >
      std::min(Slot.facts().MaxAllocation, Regions::budget(Slot.facts())))
    return TWOFOLD_MEMORY_NO_ROOM;
  Status Sent = In->regions().prefetch(*Range, Slot);
  if (Sent)
    return TWOFOLD_MEMORY_OK;
  switch (Sent.error().Code) {
  case ErrorCode::OutOfMemory:
    return TWOFOLD_MEMORY_NO_ROOM;
  case ErrorCode::Unsupported: // pinned in the meantime
    return TWOFOLD_MEMORY_IS_PINNED;
  case ErrorCode::DeviceLost:
    In->regions().recover(Slot, Sent.error());
    return TWOFOLD_MEMORY_DEVICE_FAILED;
  default:
    return TWOFOLD_MEMORY_DEVICE_FAILED;
  }
}

int memory::pinHost(Runtime *In, const void *Pointer, size_t Bytes) {
  const auto Range = requested(In, "twofold_pin_host", Pointer, Bytes);
  if (Range && In && !Range->empty())
    In->regions().pin(*Range);
  return Range ? TWOFOLD_MEMORY_OK : TWOFOLD_MEMORY_BAD_ARGUMENT;
}

int memory::unpin(Runtime *In, const void *Pointer, size_t Bytes) {
  const auto Range = requested(In, "twofold_unpin", Pointer, Bytes);
  if (!Range)
    return TWOFOLD_MEMORY_BAD_ARGUMENT;
  if (In && !Range->empty() && !In->regions().unpin(*Range))
    return TWOFOLD_MEMORY_NOT_PINNED;
  return TWOFOLD_MEMORY_OK;
}

int memory::discard(Runtime *In, void *Pointer, size_t Bytes) {
  const auto Range = requested(In, "twofold_discard", Pointer, Bytes);
  if (Range && In && !Range->empty())
    In->regions().discard(*Range);
  return Range ? TWOFOLD_MEMORY_OK : TWOFOLD_MEMORY_BAD_ARGUMENT;
}

int memory::where(Runtime *In, const void *Pointer, size_t Bytes,
                  twofold_residence *Out) {
  const auto Range = requested(nullptr, "", Pointer, Bytes);
  if (!Range || !Out)
    return TWOFOLD_MEMORY_BAD_ARGUMENT;
  twofold_residence Found = {};
  Found.bytes = Found.on_host = Bytes;
  if (In && !In->regions().idle() && !Range->empty()) {
    Whereabouts At = In->regions().where(*Range);
    Found.on_host = At.Host;
    for (const auto &[Device, Current] : At.Devices) {
      if (Device < TWOFOLD_RESIDENCE_DEVICES)
        Found.on_device[Device] = Current;
      Found.devices += Current != 0;
    }
  }
  fill(Out, Found);
  return TWOFOLD_MEMORY_OK;
}

int memory::statistics(Runtime *In, twofold_region_statistics *Out) {
  if (!Out)
    return TWOFOLD_MEMORY_BAD_ARGUMENT;
  twofold_region_statistics Found = {};
  if (In) {
    const Regions &All = In->regions();
    const Regions::Counters &Done = All.counters();
    Found.regions = All.count();
    Found.device_bytes = All.deviceBytes();
    Found.pinned_bytes = All.pinnedBytes();
    Found.merges = Done.Merges;
    Found.merged_bytes = Done.BytesJoined;
    Found.evictions = Done.Evictions;
    Found.host_faults = Done.Faults;
  }
  fill(Out, Found);
  return TWOFOLD_MEMORY_OK;
}

void memory::free(Runtime *In, void *Block) {
  if (!Block)
    return;
  if (In) {
    ByteRange Range = mappedMemory(Block);
    In->regions().forget(Range);
    In->regions().endPins(Range);
  }
  unmapMemory(Block);
}
