// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "system/LoadedObjects.h"

#include <algorithm>
#include <atomic>
#include <link.h>
#include <sys/auxv.h>

using namespace twofold;

namespace {
struct Range {
  uint64_t Begin = 0, End = 0;
};
} // namespace

/// Of the program's own data; empty where the system does not tell.
static Range findProgram() {
  const auto *Parts = reinterpret_cast<const ElfW(Phdr) *>(getauxval(AT_PHDR));
  const unsigned long Count = Parts ? getauxval(AT_PHNUM) : 0;
  Range Found{UINT64_MAX, 0};
  bool IsPlaced = false;
  uint64_t Base = 0;
  for (unsigned long I = 0; I < Count; ++I)
    if (Parts[I].p_type == PT_PHDR) {
      Base = reinterpret_cast<uintptr_t>(Parts) - Parts[I].p_vaddr;
      IsPlaced = true;
    } else if (Parts[I].p_type == PT_LOAD) {
      Found.Begin = std::min<uint64_t>(Found.Begin, Parts[I].p_vaddr);
      Found.End =
          std::max<uint64_t>(Found.End, Parts[I].p_vaddr + Parts[I].p_memsz);
    }
  if (!IsPlaced || Found.Begin >= Found.End)
    return {};
  return {Base + Found.Begin, Base + Found.End};
}

static const Range Own = findProgram();
static std::atomic<bool> Forked{false};
static std::atomic<uint64_t> UnloadsKnown{0};

uint64_t twofold::unloadsBefore(const void *Data) {
  const auto At = reinterpret_cast<uintptr_t>(Data);
  if (At >= Own.Begin && At < Own.End)
    return 0;
  if (Forked.load(std::memory_order_relaxed))
    return UnloadsKnown.load(std::memory_order_relaxed);
  uint64_t Count = 0;
  dl_iterate_phdr(
      [](struct dl_phdr_info *Info, size_t, void *Out) {
        *static_cast<uint64_t *>(Out) = Info->dlpi_subs;
        return 1;
      },
      &Count);
  if (UnloadsKnown.load(std::memory_order_relaxed) != Count)
    UnloadsKnown.store(Count, std::memory_order_relaxed);
  return Count;
}

void twofold::keepUnloadsInForkedChild() {
  Forked.store(true, std::memory_order_relaxed);
}
