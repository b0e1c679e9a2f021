// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "bytes/Residence.h"

#include <cassert>

using namespace twofold;

void Residence::verify() const {
#ifndef NDEBUG
  RangeSet Somewhere = Host;
  Somewhere.insert(Device);
  assert(Somewhere == RangeSet(Bounds) && "each byte is current somewhere");
#endif
}

void Residence::markSent(ByteRange Range) {
  Device.insert(Bounds.intersection(Range));
  verify();
}

void Residence::markFetched(ByteRange Range) {
  Host.insert(Bounds.intersection(Range));
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

void Residence::absorb(const Residence &Old) {
  // What Old says about its bytes replaces what was assumed about them.
  Host.erase(Old.Bounds);
  Device.erase(Old.Bounds);
  Host.insert(Old.Host.intersection(Bounds));
  Device.insert(Old.Device.intersection(Bounds));
  verify();
}
