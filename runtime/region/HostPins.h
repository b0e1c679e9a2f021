// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- HostPins.h - ranges that the program keeps in main memory ----------===//
#ifndef TWOFOLD_RUNTIME_REGION_HOSTPINS_H
#define TWOFOLD_RUNTIME_REGION_HOSTPINS_H

#include "region/Regions.h"

#include <mutex>
#include <vector>

namespace twofold {

/// Counts pins, so that scopes may nest and overlap. Thread-safe.
class HostPins {
  Regions &All;
  std::mutex Lock;
  std::vector<ByteRange> Pins; ///< by Lock; one for each pin

  void release(ByteRange Range);

public:
  explicit HostPins(Regions &All) : All(All) {}

  void pin(ByteRange Range);
  /// Ends one pin of exactly Range; false when there is none.
  bool unpin(ByteRange Range);
  /// Ends all pins in Range, which is about to be freed.
  void forget(ByteRange Range);
};

} // namespace twofold

#endif
