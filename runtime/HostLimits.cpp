// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- HostLimits.cpp - which calls are worth threads ---------------------===//
#include "DeviceCosts.h"
#include "HostDevice.h"

#include <algorithm>

using namespace twofold;

/// Until a fork is measured. Fits a team of a few threads that spin.
static constexpr uint64_t GuessedInlineLimit = 16384;

HostDevice::HostDevice(std::optional<uint64_t> InlineOps,
                       std::atomic<uint64_t> &InlineLimit)
    : InlineLimit(InlineLimit), LimitIsSet(InlineOps.has_value()) {
  InlineLimit.store(InlineOps.value_or(GuessedInlineLimit),
                    std::memory_order_relaxed);
}

void HostDevice::letPass(const twofold_site &Site, uint64_t Ops,
                         double Nanoseconds, bool Alone) const {
  constexpr uint64_t Most = 64; // estimates are not that wrong
  // No team starts in less, and beyond the last nobody sees the call.
  constexpr double Short = 1000, Settled = 5000, Longest = 10000;
  const uint64_t Limit = InlineLimit.load(std::memory_order_relaxed);
  // A fork that is slow now need not stay so, and calls that pass are not tried
  // again.
  const double Below = mostThreads() == 1 ? Longest : Alone ? Settled : Short;
  if (!LimitIsSet && Ops / Most < Limit && Nanoseconds < Below)
    letPass(Site, Ops + 1);
}

/// Whether several threads may have the call, be it worth it or not.
bool HostDevice::mayFork(const twofold_site &Site, const twofold_launch &Launch,
                         uint64_t Trips) const {
  return Launch.condition && !(Site.flags & TWOFOLD_SITE_IN_ORDER) && Trips > 1;
}

/// Threads for this much work: 1 when a fork does not pay.
unsigned HostDevice::worthwhileThreads(const twofold_site &Site,
                                       const twofold_launch &Launch,
                                       uint64_t Trips, uint64_t Ops) {
  auto TooSmall = [&] {
    return Ops < InlineLimit.load(std::memory_order_relaxed);
  };
  unsigned Threads = 1;
  if (mayFork(Site, Launch, Trips) && !TooSmall())
    Threads = threads(Launch);
  if (Threads > 1) {
    if (!LimitIsSet && !teamIsHot() &&
        !Team.worthWaking(double(Ops) / OpsPerNanosecond * (Threads - 1) /
                              Threads,
                          HostCosts::guess(Threads).ParkedForkNanoseconds))
      return 1;
    calibrate();
    if (TooSmall())
      Threads = 1;
  }
  return Threads;
}

/// The same by what earlier calls have taken. Measure: this one is to be told
/// about.
unsigned HostDevice::threadsByTrials(const twofold_launch &Launch, uint64_t Ops,
                                     TeamTrials &Trials, bool &Measure) {
  const unsigned Threads = threads(Launch);
  if (Threads == 1)
    return 1;
  const auto Prior = [&] {
    return Ops < InlineLimit.load(std::memory_order_relaxed) ? TeamTrials::Alone
                                                             : TeamTrials::Team;
  };
  if (Prior() == TeamTrials::Team)
    calibrate();
  const TeamTrials::Answer Answer = Trials.ask(Ops, Prior());
  Measure = Answer.Measure;
  if (Answer.To == TeamTrials::Alone)
    return 1;
  if (teamIsHot() || Answer.Trial)
    return Threads;
  Measure = false;
  return Team.worthWaking(double(Ops) / OpsPerNanosecond * (Threads - 1) /
                              Threads,
                          HostCosts::guess(Threads).ParkedForkNanoseconds)
             ? Threads
             : 1;
}
