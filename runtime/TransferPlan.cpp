// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- TransferPlan.cpp - how bytes are cut on their way to a device ------===//
#include "TransferPlan.h"

#include <algorithm>

using namespace twofold;

/// Chunks begin at multiples of this, so that no two threads share a page of
/// slots or write to one cache line.
static constexpr size_t Grain = 4096;

static size_t roundedUp(size_t Bytes) {
  return (Bytes + Grain - 1) / Grain * Grain;
}

TransferOptions TransferOptions::fitted(unsigned Cores) const {
  TransferOptions Out = *this;
  Out.Threads = std::clamp(Threads, 1u, std::max(Cores, 1u));
  Out.SlotsPerThread = std::clamp(SlotsPerThread, 2u, 16u);
  Out.SlotBytes = roundedUp(std::clamp(SlotBytes, Grain, size_t(64) << 20));
  Out.LeastChunk = std::clamp(roundedUp(LeastChunk), Grain, Out.SlotBytes);
  return Out;
}

TransferPlan TransferPlan::make(size_t Bytes, const TransferOptions &Options) {
  TransferPlan Out;
  Out.Bytes = Bytes;
  // Two chunks for each thread let copies and DMA overlap.
  size_t Even = roundedUp(Bytes / (size_t(2) * Options.Threads) + 1);
  Out.ChunkBytes = std::clamp(Even, Options.LeastChunk, Options.SlotBytes);
  Out.Threads = unsigned(
      std::clamp<size_t>(Out.chunks() / 2, 1, size_t(Options.Threads)));
  return Out;
}
