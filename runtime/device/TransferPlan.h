// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- TransferPlan.h - how bytes are cut on their way to a device --------===//
//
// A device's DMA engine reaches only pinned memory at full speed, and one core
// copies slower than it. So bytes of ordinary memory go through a few slots of
// pinned memory: one DMA command moves a chunk, which fills a slot at most, and
// several threads copy its pieces, while other chunks are under way.
#ifndef TWOFOLD_RUNTIME_DEVICE_TRANSFERPLAN_H
#define TWOFOLD_RUNTIME_DEVICE_TRANSFERPLAN_H

#include <cstddef>

namespace twofold {

/// What is best known of a machine by measuring (test/bench/Transfers.cpp). The
/// defaults are the best of an H200 on a host of 16 cores.
struct TransferOptions {
  /// Whether bytes take the way through slots.
  enum class Way {
    Measure, ///< where it pays: on devices with memory of their own
    Slots    ///< always
  } Through = Way::Measure;
  /// Threads that copy; never more than there are cores. Copies to the host
  /// need fewer, since their stores pass the caches by.
  unsigned ThreadsToDevice = 10, ThreadsToHost = 6;
  unsigned Slots = 8; ///< at least 2, so that copies and DMA overlap
  size_t SlotBytes = size_t(4) << 20;
  /// A chunk whose DMA takes as long as a command costs beside it.
  size_t LeastChunk = size_t(1) << 20;
  size_t PieceBytes = size_t(256) << 10;     ///< at most
  size_t BytesPerThread = size_t(256) << 10; ///< what makes waking one pay
  size_t DirectBelow = size_t(32) << 10;     ///< bytes that go without slots
  /// From this size on, stores go past the caches: what is so large would
  /// leave them before it is used.
  size_t StreamToHostFrom = size_t(4) << 20;
  size_t StreamToSlotFrom = size_t(-1); ///< the DMA reads from the caches

  size_t pinnedBytes() const { return Slots * SlotBytes; }
  /// With every field in its bounds, on a machine of that many cores.
  TransferOptions fitted(unsigned Cores) const;
};

/// One transfer. All chunks but the last are of equal size, and so are all
/// pieces of a chunk but its last. Pieces are numbered through.
class TransferPlan {
  size_t Bytes, ChunkBytes, PieceBytes;
  size_t PiecesPerChunk; ///< of all chunks but the last

public:
  /// Options are fitted; Bytes is not 0.
  TransferPlan(size_t Bytes, bool ToHost, const TransferOptions &Options);

  const unsigned Threads; ///< worth waking, the caller included

  /// Bytes [Begin, Begin + Size) of the transfer.
  struct Part {
    size_t Begin, Size;
  };
  size_t chunks() const { return (Bytes + ChunkBytes - 1) / ChunkBytes; }
  Part chunk(size_t Number) const;
  size_t pieces() const;
  size_t piecesOf(size_t Chunk) const;
  size_t chunkOf(size_t Piece) const { return Piece / PiecesPerChunk; }
  bool isFirst(size_t Piece) const { return Piece % PiecesPerChunk == 0; }
  Part piece(size_t Number) const;
};

} // namespace twofold

#endif
