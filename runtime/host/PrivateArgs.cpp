// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "host/PrivateArgs.h"

#include <algorithm>
#include <cstdint>
#include <cstdlib>

using namespace twofold;

/// Two lines: the hardware prefetcher fetches them in pairs.
static constexpr size_t PrivateAlignment = 128;
/// No type that can be reduced asks for more.
static constexpr size_t SlotAlignment = 64;

static size_t roundUp(size_t Bytes, size_t Unit) {
  return (Bytes + Unit - 1) / Unit * Unit;
}

bool PrivateArgs::hasReduction(const twofold_site &Site) {
  return std::any_of(Site.results, Site.results + Site.result_count,
                     [](const twofold_result &R) {
                       return R.kind == TWOFOLD_RESULT_REDUCTION;
                     });
}

PrivateArgs::PrivateArgs(const twofold_site &Site, void **Args, unsigned Copies)
    : Site(Site), Shared(Args), Copies(Copies) {
  size_t Bytes = roundUp(Site.arg_count * sizeof(void *), SlotAlignment);
  for (uint32_t I = 0; I < Site.result_count; ++I)
    if (Site.results[I].kind == TWOFOLD_RESULT_REDUCTION)
      Bytes += roundUp(Site.results[I].size, SlotAlignment);
  Stride = roundUp(Bytes, PrivateAlignment);
  Memory = static_cast<char *>(
      std::aligned_alloc(PrivateAlignment, Stride * std::max(Copies, 1u)));
}

PrivateArgs::~PrivateArgs() { std::free(Memory); }

void **PrivateArgs::prepare(unsigned Number) {
  void **Args = get(Number);
  std::copy_n(Shared, Site.arg_count, Args);
  char *Slot = reinterpret_cast<char *>(Args) +
               roundUp(Site.arg_count * sizeof(void *), SlotAlignment);
  for (uint32_t I = 0; I < Site.result_count; ++I) {
    const twofold_result &Result = Site.results[I];
    if (Result.kind != TWOFOLD_RESULT_REDUCTION)
      continue;
    Args[Result.arg] = Slot;
    Slot += roundUp(Result.size, SlotAlignment);
  }
  if (Site.identity)
    Site.identity(Args);
  return Args;
}

void **PrivateArgs::get(unsigned Number) const {
  return reinterpret_cast<void **>(Memory + Number * Stride);
}
