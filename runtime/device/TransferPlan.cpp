// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "device/TransferPlan.h"

#include <algorithm>
#include <cmath>

using namespace twofold;

/// Chunks and pieces begin at multiples of this, so that no two threads write
/// to one cache line of a slot.
static constexpr size_t Grain = 4096;
static constexpr size_t LeastPiece = size_t(32) << 10;

static size_t quotient(size_t A, size_t B) { return A / B + (A % B != 0); }
static size_t roundedUp(size_t Bytes) { return quotient(Bytes, Grain) * Grain; }

TransferOptions TransferOptions::fitted(unsigned Cores) const {
  TransferOptions Out = *this;
  for (unsigned *Threads : {&Out.ThreadsToDevice, &Out.ThreadsToHost})
    *Threads = std::clamp(*Threads, 1u, std::max(Cores, 1u));
  Out.Slots = std::clamp(Slots, 2u, 64u);
  Out.SlotBytes = roundedUp(std::clamp(SlotBytes, Grain, size_t(64) << 20));
  Out.LeastChunk = roundedUp(std::clamp(LeastChunk, Grain, Out.SlotBytes));
  Out.PieceBytes = roundedUp(std::clamp(PieceBytes, Grain, Out.SlotBytes));
  Out.BytesPerThread = std::max<size_t>(BytesPerThread, 1);
  return Out;
}

/// The first copy and the last DMA have nothing to overlap with: short chunks
/// make that cheap, and long ones the commands. In between is the square root.
static size_t chunkBytes(size_t Bytes, const TransferOptions &O) {
  double Best = std::sqrt(double(Bytes) * double(O.LeastChunk));
  size_t Chunk = std::clamp(size_t(Best), O.LeastChunk, O.SlotBytes);
  return roundedUp(quotient(Bytes, quotient(Bytes, Chunk)));
}

TransferPlan::TransferPlan(size_t Bytes, bool ToHost, const TransferOptions &O)
    : Bytes(Bytes), ChunkBytes(chunkBytes(Bytes, O)),
      Threads(unsigned(std::clamp<size_t>(
          Bytes / O.BytesPerThread, 1,
          size_t(ToHost ? O.ThreadsToHost : O.ThreadsToDevice)))) {
  // Two pieces for each thread even out how fast they are.
  size_t Even = roundedUp(ChunkBytes / (size_t(2) * Threads) + 1);
  PieceBytes = Threads == 1
                   ? ChunkBytes
                   : std::min(std::max(Even, LeastPiece), O.PieceBytes);
  PieceBytes = std::min(PieceBytes, ChunkBytes);
  PiecesPerChunk = quotient(ChunkBytes, PieceBytes);
}

TransferPlan::Part TransferPlan::chunk(size_t Number) const {
  size_t Begin = Number * ChunkBytes;
  return {Begin, std::min(ChunkBytes, Bytes - Begin)};
}

size_t TransferPlan::piecesOf(size_t Chunk) const {
  return quotient(chunk(Chunk).Size, PieceBytes);
}

size_t TransferPlan::pieces() const {
  return (chunks() - 1) * PiecesPerChunk + piecesOf(chunks() - 1);
}

TransferPlan::Part TransferPlan::piece(size_t Number) const {
  Part Whole = chunk(chunkOf(Number));
  size_t Inside = Number % PiecesPerChunk * PieceBytes;
  return {Whole.Begin + Inside, std::min(PieceBytes, Whole.Size - Inside)};
}
