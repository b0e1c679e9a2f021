// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- Schedule.h - how a call's iterations are dealt out to threads ------===//
#ifndef TWOFOLD_RUNTIME_HOST_SCHEDULE_H
#define TWOFOLD_RUNTIME_HOST_SCHEDULE_H

#include "twofold/abi.h"

#include <cstdint>

namespace twofold {

/// How a call's iterations are dealt out. Pure.
struct Schedule {
  uint64_t Trips = 0;
  uint64_t Unit = 1;  ///< block boundaries are multiples of this
  uint64_t Chunk = 0; ///< 0: one contiguous block for each thread
  bool Dynamic = false;
  /// Not 0: blocks are taken piece by piece, by others too once they are done
  /// with their own. No piece but a block's last one has fewer iterations.
  uint64_t Least = 0;
  /// Iterations of another's block that are worth taking some of them.
  uint64_t Spare = 0;

  /// Ops: the call's estimated work.
  static Schedule make(const twofold_site &Site, const twofold_launch &Launch,
                       uint64_t Trips, unsigned Threads, uint64_t Ops);

  struct Block {
    uint64_t Begin, End;
  };
  /// The contiguous block of thread Number of Threads; may be empty.
  Block block(unsigned Number, unsigned Threads) const;
  /// Of a block of which so many iterations are left: the length of its next
  /// piece. Where pieces begin does not depend on who takes them.
  uint64_t piece(uint64_t Left) const;

private:
  void deal(uint64_t Ops, unsigned Threads, unsigned Fewest);
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
