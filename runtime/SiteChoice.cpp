// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- SiteChoice.cpp - what one site has learned for the choice ----------===//
#include "SiteChoice.h"

using namespace twofold;

unsigned SiteChoice::mostAhead(uint64_t Ops) const {
  uint32_t Seen = Calls[unsigned(Side::Host)][SiteModel::classOf(Ops)].load(
      std::memory_order_relaxed);
  return Seen < SiteModel::EagerSamples ? 0 : SiteModel::SampleEvery - 1;
}

unsigned SiteChoice::beQuiet(uint64_t Ops) {
  if (mostAhead(Ops) == 0)
    return 1;
  Quiet &Q = quietFor(Ops);
  Q.Left.store(0, std::memory_order_relaxed);
  Q.Ops.store(Ops, std::memory_order_relaxed);
  Q.Left.store(SiteModel::SampleEvery - 1, std::memory_order_relaxed);
  return SiteModel::SampleEvery;
}

bool SiteChoice::wantsSample(Side On, uint64_t Ops) {
  std::atomic<uint32_t> &Seen = Calls[unsigned(On)][SiteModel::classOf(Ops)];
  uint32_t Count = Seen.load(std::memory_order_relaxed);
  if (Count < SiteModel::EagerSamples) {
    Seen.store(Count + 1, std::memory_order_relaxed);
    return true;
  }
  // Calls that were quiet have not been counted: their host samples are far
  // enough apart.
  if (On == Side::Host)
    return true;
  Seen.store(Count + 1, std::memory_order_relaxed);
  return Count % SiteModel::SampleEvery == 0;
}

void SiteChoice::giveBack(Side On, uint64_t Ops) {
  std::atomic<uint32_t> &Seen = Calls[unsigned(On)][SiteModel::classOf(Ops)];
  uint32_t Count = Seen.load(std::memory_order_relaxed);
  if (Count > 0 && Count <= SiteModel::EagerSamples)
    Seen.store(Count - 1, std::memory_order_relaxed);
}

void SiteChoice::notePlaced(uint64_t Ops, uint64_t Stirs, uint64_t Sent,
                            bool Thought, uint64_t EachTime) {
  const uint64_t Usual =
      Thought ? EachTime : PlacedSent.load(std::memory_order_relaxed);
  const bool MovedNothing = Sent <= Usual;
  if (MovedNothing && !Thought)
    return;
  PlacedLeft.store(0, std::memory_order_relaxed);
  if (!MovedNothing)
    return;
  PlacedOps.store(Ops, std::memory_order_relaxed);
  PlacedSent.store(Usual, std::memory_order_relaxed);
  PlacedAt.store(Stirs, std::memory_order_relaxed);
  PlacedLeft.store(SiteModel::SampleEvery - 1, std::memory_order_relaxed);
}
