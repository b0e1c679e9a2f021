// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- Residence.cpp - which bytes of a region are current where ----------===//
#include "bytes/Residence.h"

#include <cassert>

using namespace twofold;

static std::vector<Transfer> transfers(Transfer::Direction Way,
                                       const RangeSet &Bytes) {
  std::vector<Transfer> Out;
  Out.reserve(Bytes.rangeCount());
  for (const ByteRange &Range : Bytes)
    Out.push_back({Way, Range});
  return Out;
}

std::vector<Transfer> Residence::planUse(const RegionUse &Use) const {
  RangeSet Needed = Use.Writes.without(Use.Covered);
  Needed.insert(Use.Reads);
  return transfers(Transfer::Direction::ToDevice,
                   Needed.intersection(Bounds).without(Device));
}

std::vector<Transfer> Residence::planHostRead(ByteRange Range) const {
  return transfers(Transfer::Direction::ToHost,
                   RangeSet(Bounds.intersection(Range)).without(Host));
}

void Residence::verify() const {
#ifndef NDEBUG
  RangeSet Somewhere = Host;
  Somewhere.insert(Device);
  assert(Somewhere == RangeSet(Bounds) && "each byte is current somewhere");
#endif
}

void Residence::markTransferred(const Transfer &Done) {
  ByteRange Range = Bounds.intersection(Done.Range);
  if (Done.Way == Transfer::Direction::ToDevice)
    Device.insert(Range);
  else
    Host.insert(Range);
  verify();
}

void Residence::markWritten(const RangeSet &Written) {
  RangeSet Bytes = Written.intersection(Bounds);
  Device.insert(Bytes);
  Host.erase(Bytes);
  verify();
}

void Residence::markHostWritten(ByteRange Range) {
  Range = Bounds.intersection(Range);
  Host.insert(Range);
  Device.erase(Range);
  verify();
}

RangeSet Residence::dropDevice() {
  RangeSet LostBytes = RangeSet(Bounds).without(Host);
  Host.insert(Bounds);
  Device = {};
  return LostBytes;
}

void Residence::absorb(const Residence &Old) {
  // What Old says about its bytes replaces what was assumed about them.
  Host.erase(Old.Bounds);
  Device.erase(Old.Bounds);
  Host.insert(Old.Host.intersection(Bounds));
  Device.insert(Old.Device.intersection(Bounds));
  verify();
}
