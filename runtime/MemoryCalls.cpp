// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- MemoryCalls.cpp - the C entry points for a program's memory -------===//
// First, because the runtime's own headers include this.
#pragma GCC visibility push(default)
#include "twofold/twofold.h"
#pragma GCC visibility pop

#include "MemoryRequests.h"
#include "Runtime.h"
#include "observe/MappedMemory.h"

using namespace twofold;

/// No exception gets into C.
template <typename Function> static int answer(Function Request) noexcept {
  try {
    return Request();
  } catch (...) {
    return TWOFOLD_MEMORY_NO_ROOM;
  }
}

extern "C" int twofold_sync(const void *Pointer, size_t Bytes) {
  return answer([&] { return memory::sync(existing(), Pointer, Bytes); });
}

extern "C" int twofold_sync_all(void) {
  return answer([] { return memory::syncAll(existing()); });
}

extern "C" int twofold_prefetch(const void *Pointer, size_t Bytes, int Device) {
  return answer([&] {
    return memory::prefetch(usable(&runtime()), Pointer, Bytes, Device);
  });
}

extern "C" int twofold_pin_host(const void *Pointer, size_t Bytes) {
  return answer(
      [&] { return memory::pinHost(usable(&runtime()), Pointer, Bytes); });
}

extern "C" int twofold_unpin(const void *Pointer, size_t Bytes) {
  return answer(
      [&] { return memory::unpin(usable(&runtime()), Pointer, Bytes); });
}

extern "C" int twofold_discard(void *Pointer, size_t Bytes) {
  return answer([&] { return memory::discard(existing(), Pointer, Bytes); });
}

extern "C" int twofold_where(const void *Pointer, size_t Bytes,
                             twofold_residence *Out) {
  return answer([&] { return memory::where(existing(), Pointer, Bytes, Out); });
}

extern "C" int twofold_get_region_statistics(twofold_region_statistics *To) {
  return answer([&] { return memory::statistics(existing(), To); });
}

extern "C" void *twofold_alloc(size_t Bytes) { return mapMemory(Bytes); }

extern "C" void twofold_free(void *Block) {
  (void)answer([&] { return memory::free(existing(), Block), 0; });
}
