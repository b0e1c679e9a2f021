// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- FaultStreams.h - how much to resolve for one fault -----------------===//
//
// Code that walks through an array faults again and again, each time right
// beside what was resolved before: such a stream gets blocks that double. Code
// that jumps about gets small ones, and so does code that looks at one place
// again and again, after each launch that writes it. Pure.
//
//===----------------------------------------------------------------------===//
#ifndef TWOFOLD_RUNTIME_GUARD_FAULTSTREAMS_H
#define TWOFOLD_RUNTIME_GUARD_FAULTSTREAMS_H

#include "bytes/RangeSet.h"

#include <cstdint>

namespace twofold {

/// Not thread-safe.
class FaultStreams {
  struct Stream {
    ByteRange Last;    ///< the block that was resolved last
    uint64_t Size = 0; ///< of that block, before it was cut to its run
    uint64_t Tick = 0;
  };
  static constexpr unsigned Count = 16;
  Stream Streams[Count];
  uint64_t Now = 0;

public:
  static constexpr uint64_t Smallest = uint64_t(64) << 10;
  static constexpr uint64_t Largest = uint64_t(4) << 20;

  /// The block to resolve for a fault at Address. Run: the pages around it that
  /// are in the same state. The block begins and ends at multiples of its size,
  /// or at Run's ends.
  ByteRange block(uint64_t Address, ByteRange Run);
};

} // namespace twofold

#endif
