// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- DeviceSearch.cpp - a search, carried out on a device ---------------===//
#include "launch/DeviceLaunch.h"

#include <algorithm>

using namespace twofold;

/// Iterations of each work-item in the first slice of a search, and how much
/// longer the next one is.
static constexpr uint64_t FirstSliceTrips = 16;
static constexpr uint64_t SliceGrowth = 4;

/// Slice by slice, each several times as long as the one before, up to the
/// first in which something is found.
Status DeviceLaunch::search() {
  // What each group has found; the buffer is read again at the end.
  std::vector<uint64_t> Lowest(Results->size(0) / sizeof(uint64_t));
  uint64_t Slice = Shape.Groups * Shape.GroupSize * FirstSliceTrips;
  for (uint64_t First = 0; First < Trips;) {
    uint64_t End = First + std::min(Slice, Trips - First);
    Shape.slice(First, End);
    if (Status S = enqueue(); !S)
      return S;
    if (End == Trips)
      break;
    if (Status S = waitForAll(); !S)
      return S;
    if (Status S = Slot.Commands->read(Lowest.data(), *ResultMemory.front(), 0,
                                       Results->size(0));
        !S)
      return S;
    if (Status S = waitForAll(); !S)
      return S;
    if (std::any_of(Lowest.begin(), Lowest.end(),
                    [](uint64_t L) { return L != UINT64_MAX; }))
      break;
    First = End;
    if (__builtin_mul_overflow(Slice, SliceGrowth, &Slice))
      Slice = UINT64_MAX;
  }
  return Unit();
}
