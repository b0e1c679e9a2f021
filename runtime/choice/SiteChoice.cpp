// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "choice/SiteChoice.h"

using namespace twofold;

/// One choice stands for no longer, in nanoseconds, nor for more calls.
static constexpr double MostStanding = 5e6;
static constexpr unsigned MostStandingCalls = 1024;
/// Calls of a class after which there is a first sample of many that passed;
/// and what many are.
static constexpr uint32_t FirstPassing = 256, ManyPassing = 32;

unsigned SiteChoice::standsFor(double Nanoseconds) {
  return unsigned(std::clamp(MostStanding / std::max(Nanoseconds, 1.0),
                             double(SiteModel::SampleEvery),
                             double(MostStandingCalls)));
}

unsigned SiteChoice::mostAhead(uint64_t Ops, double Nanoseconds) const {
  uint32_t Seen = Calls[unsigned(Side::Host)][SiteModel::classOf(Ops)].load(
      std::memory_order_relaxed);
  return Seen < SiteModel::EagerSamples ? 0 : standsFor(Nanoseconds) - 1;
}

unsigned SiteChoice::beQuiet(uint64_t Ops, double Nanoseconds) {
  const unsigned Ahead = mostAhead(Ops, Nanoseconds);
  if (Ahead == 0)
    return 1;
  Quiets.of(Ops).put(Ops, 0, Ahead);
  return 1 + Ahead;
}

bool SiteChoice::wantsSample(Side On, uint64_t Ops, unsigned Since,
                             bool Leaves) {
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
  Seen.store(std::max(Count + Since, SiteModel::EagerSamples),
             std::memory_order_relaxed);
  const uint32_t Every =
      Leaves ? SiteModel::DearSampleEvery : SiteModel::SampleEvery;
  if (Leaves && Count < FirstPassing && Count + Since >= FirstPassing)
    return true;
  return Count % Every + Since >= Every;
}

void SiteChoice::giveBack(Side On, uint64_t Ops) {
  std::atomic<uint32_t> &Seen = Calls[unsigned(On)][SiteModel::classOf(Ops)];
  uint32_t Count = Seen.load(std::memory_order_relaxed);
  if (Count > 0 && Count <= SiteModel::EagerSamples)
    Seen.store(Count - 1, std::memory_order_relaxed);
}

void SiteChoice::notePlaced(uint64_t Ops, uint64_t Stirs, uint64_t Sent,
                            bool Thought, uint64_t EachTime, bool Stays,
                            double Nanoseconds) {
  const uint64_t Usual =
      Thought ? EachTime : PlacedSent.load(std::memory_order_relaxed);
  const bool MovedNothing = Sent <= Usual;
  if (MovedNothing && !Thought)
    return;
  Placed.end();
  if (!MovedNothing)
    return;
  // Each of them is waited for: the first ones are measured.
  if (!Stays && Calls[unsigned(Side::Device)][SiteModel::classOf(Ops)].load(
                    std::memory_order_relaxed) < SiteModel::EagerSamples)
    return;
  PlacedSent.store(Usual, std::memory_order_relaxed);
  PlacedStays.store(Stays, std::memory_order_relaxed);
  const unsigned For = standsFor(Nanoseconds);
  PlacedFor.store(For, std::memory_order_relaxed);
  Placed.put(Ops, Stirs, For - 1);
}

void SiteChoice::notePassing(uint64_t Ops, uint64_t Calls, uint64_t Launches,
                             double Now) {
  use([&](Models &M) {
    const uint64_t Own = Calls - Idle.Calls;
    if (Idle.At > 0 && Idle.Ops == Ops && Own >= ManyPassing &&
        Launches - Idle.Launches == Own)
      M.Passing.add(Ops, (Now - Idle.At) / double(Own));
    Idle = {};
  });
}

void SiteChoice::markIdle(uint64_t Ops, uint64_t Calls, uint64_t Launches,
                          double Now) {
  use([&](Models &) { Idle = {Ops, Calls, Launches, Now}; });
}
