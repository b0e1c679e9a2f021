// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- HostPins.cpp - ranges that the program keeps in main memory --------===//
#include "region/HostPins.h"

#include <algorithm>

using namespace twofold;

void HostPins::pin(ByteRange Range) {
  {
    std::lock_guard<std::mutex> Guard(Lock);
    Pins.push_back(Range);
  }
  // May wait for a launch, and so without the lock. Whoever ends another pin
  // meanwhile finds this one.
  All.pin(Range);
}

/// With Lock held: nobody may add a pin before All knows that others ended.
void HostPins::release(ByteRange Range) {
  RangeSet Rest(Range);
  for (const ByteRange &Other : Pins)
    Rest.erase(Other);
  for (const ByteRange &Each : Rest)
    All.unpin(Each);
}

bool HostPins::unpin(ByteRange Range) {
  std::lock_guard<std::mutex> Guard(Lock);
  auto Found = std::find(Pins.begin(), Pins.end(), Range);
  if (Found == Pins.end())
    return false;
  Pins.erase(Found);
  release(Range);
  return true;
}

void HostPins::forget(ByteRange Range) {
  std::lock_guard<std::mutex> Guard(Lock);
  if (std::erase_if(Pins,
                    [&](const ByteRange &Pin) { return Range.contains(Pin); }))
    release(Range);
}
