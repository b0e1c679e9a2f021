// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- Schedule.h - how a call's iterations are dealt out to threads ------===//
#ifndef TWOFOLD_RUNTIME_SCHEDULE_H
#define TWOFOLD_RUNTIME_SCHEDULE_H

#include "twofold/abi.h"

#include <cstdint>

namespace twofold {

/// How a call's iterations are dealt out. Pure.
struct Schedule {
  uint64_t Trips = 0;
  uint64_t Unit = 1;  ///< block boundaries are multiples of this
  uint64_t Chunk = 0; ///< 0: one contiguous block for each thread
  bool Dynamic = false;

  static Schedule make(const twofold_site &Site, const twofold_launch &Launch,
                       uint64_t Trips, unsigned Threads);

  struct Block {
    uint64_t Begin, End;
  };
  /// The contiguous block of thread Number of Threads; may be empty.
  Block block(unsigned Number, unsigned Threads) const;
};

/// How a search's iterations are dealt out: in their order, by chunks that grow
/// with what has been searched in vain, so that work beyond a find is at most a
/// share of the work before it. Pure.
struct SearchSchedule {
  uint64_t Trips;
  uint64_t First; ///< not 0: iterations before it have been searched
  uint64_t Chunk; ///< 0: growing chunks

  /// Of the chunk that starts at Begin, which is below Trips; at least 1.
  uint64_t length(uint64_t Begin, unsigned Threads) const;
};

} // namespace twofold

#endif
