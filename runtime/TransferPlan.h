// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- TransferPlan.h - how bytes are cut on their way to a device --------===//
//
// A device's DMA engine reaches only pinned memory at full speed, and one core
// copies slower than it. So bytes of ordinary memory go through slots of pinned
// memory: each copying thread has a few slots of its own and takes chunk after
// chunk, while the DMA works on what the others have filled.
//
//===----------------------------------------------------------------------===//
#ifndef TWOFOLD_RUNTIME_TRANSFERPLAN_H
#define TWOFOLD_RUNTIME_TRANSFERPLAN_H

#include <cstddef>

namespace twofold {

/// What is best known of a machine by measuring (test/bench/Transfers.cpp).
struct TransferOptions {
  /// Whether bytes take the way through slots.
  enum class Way {
    Measure, ///< where it pays: on devices with memory of their own
    Direct,  ///< never
    Slots    ///< always
  } Through = Way::Measure;
  unsigned Threads = 8;        ///< that copy; never more than there are cores
  unsigned SlotsPerThread = 2; ///< at least 2, so that copy and DMA overlap
  size_t SlotBytes = size_t(1) << 20;     ///< the largest chunk
  size_t LeastChunk = size_t(128) << 10;  ///< below it a command costs too much
  size_t DirectBelow = size_t(256) << 10; ///< bytes that go without slots
  /// From this size on, stores go past the caches: what is so large would
  /// leave them before it is used.
  size_t StreamToHostFrom = size_t(8) << 20;
  size_t StreamToSlotFrom = size_t(-1); ///< the DMA reads from the caches

  size_t pinnedBytes() const {
    return size_t(Threads) * SlotsPerThread * SlotBytes;
  }
  /// With every field in its bounds, on a machine of that many cores.
  TransferOptions fitted(unsigned Cores) const;
};

/// One transfer, cut into chunks of equal size but for the last.
struct TransferPlan {
  size_t Bytes = 0;
  size_t ChunkBytes = 1;
  unsigned Threads = 1; ///< worth waking, the caller included

  /// Options are fitted. A transfer that is too small for all threads is cut
  /// finer, so that more of them share it.
  static TransferPlan make(size_t Bytes, const TransferOptions &Options);

  size_t chunks() const { return (Bytes + ChunkBytes - 1) / ChunkBytes; }
  size_t begin(size_t Chunk) const { return Chunk * ChunkBytes; }
  size_t size(size_t Chunk) const {
    size_t Rest = Bytes - begin(Chunk);
    return Rest < ChunkBytes ? Rest : ChunkBytes;
  }
};

} // namespace twofold

#endif
