// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- FaultStreams.h - how much is resolved for one stopped access -------===//
//
// Code that walks through an array faults again and again, each time right
// beside what was resolved before: such a stream gets blocks that double. Code
// that jumps about gets small ones, and so does code that looks at one place,
// or stores there, after each launch that takes the array away, however far
// other code has walked in it: a fault goes on with a stream only while what
// the stream was given last is still the host's.
//
// Passes over the same array begin at the same place. Once two in a row have
// walked on from there, those that follow get what the last one has walked at
// their first fault; but every eighth shows by its own faults how far it goes.
#ifndef TWOFOLD_RUNTIME_GUARD_FAULTSTREAMS_H
#define TWOFOLD_RUNTIME_GUARD_FAULTSTREAMS_H

#include "bytes/RangeSet.h"

#include <cstdint>
#include <functional>

namespace twofold {

/// Pure. Not thread-safe.
class FaultStreams {
  struct Stream {
    ByteRange Last;     ///< the block that was resolved last
    ByteRange Whole;    ///< all blocks of the pass
    uint64_t Size = 0;  ///< of Last, before it was cut to its run
    uint64_t Begun = 0; ///< where the pass had its first fault
    uint64_t Tick = 0;
    unsigned Passes = 0; ///< in a row that have begun here and walked on
    bool Writes = false;
    bool Walks = false; ///< the pass has gone beyond its first block

    bool beganAt(uint64_t Address, bool Write) const;
    bool goesOn(uint64_t Address,
                const std::function<bool(uint64_t)> &Open) const;
  };
  static constexpr unsigned Count = 16;
  Stream Streams[Count];
  uint64_t Now = 0;

  Stream &choose(uint64_t Address, bool Write,
                 const std::function<bool(uint64_t)> &Open, bool &GoesOn);

public:
  static constexpr uint64_t Smallest = uint64_t(64) << 10;
  static constexpr uint64_t Largest = uint64_t(4) << 20;

  /// The block to resolve for a fault at Address. Run: the pages around it that
  /// are in the same state. Open: whether such an access may be made at an
  /// address. The block begins and ends at multiples of its size, at Run's
  /// ends, or where an earlier pass did.
  ByteRange block(uint64_t Address, bool Write, ByteRange Run,
                  const std::function<bool(uint64_t)> &Open);
};

} // namespace twofold

#endif
