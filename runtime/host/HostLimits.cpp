// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- HostLimits.cpp - which calls are worth threads ---------------------===//
//
// And how those run that are not, if they would have been rounded by parts.
#include "choice/DeviceCosts.h"
#include "host/HostDevice.h"
#include "host/PrivateArgs.h"
#include "host/Schedule.h"
#include "host/TeamLoop.h"

#include <omp.h>

using namespace twofold;

/// Until a fork is measured. Fits a team of a few threads that spin.
static constexpr uint64_t GuessedInlineLimit = 16384;

HostDevice::HostDevice(std::optional<uint64_t> InlineOps,
                       std::atomic<uint64_t> &InlineLimit, unsigned Cores)
    : InlineLimit(InlineLimit), LimitIsSet(InlineOps.has_value()),
      Cores(Cores ? Cores : unsigned(std::max(omp_get_num_procs(), 1))) {
  InlineLimit.store(
      std::min<uint64_t>(InlineOps.value_or(GuessedInlineLimit), INT64_MAX),
      std::memory_order_relaxed);
}

void HostDevice::letPass(const twofold_site &Site, uint64_t Ops,
                         double Nanoseconds, bool Alone) const {
  constexpr uint64_t Most = 64; // estimates are not that wrong
  if (keepsParts(Site) && Ops >= LeastInParts)
    return;
  // No team starts in less, and beyond the last nobody sees the call.
  constexpr double Short = 1000, Settled = 5000, Longest = 10000;
  const uint64_t Limit = InlineLimit.load(std::memory_order_relaxed);
  // A fork that is slow now need not stay so, and calls that pass are not tried
  // again.
  const double Below = mostThreads() == 1 ? Longest : Alone ? Settled : Short;
  if (!LimitIsSet && Ops / Most < Limit && Nanoseconds < Below)
    letPass(Site,
            Ops + 1 + DecidedAlone); // Ops is below, whatever its last bit
}

void HostDevice::letPassAlone(const twofold_site &Site) {
  // Searches run in parts, and updated elements may have copies on one thread.
  if (!Site.inline_limit || Site.element_count ||
      (Site.flags & TWOFOLD_SITE_SEARCH) || mostThreads() != 1)
    return;
  uint64_t Old = __atomic_load_n(Site.inline_limit, __ATOMIC_RELAXED);
  const uint64_t New = std::max<uint64_t>(Old, 2) | DecidedAlone;
  if (Old != LetsNonePass && Old != New)
    __atomic_compare_exchange_n(Site.inline_limit, &Old, New, /*weak=*/false,
                                __ATOMIC_SEQ_CST, __ATOMIC_RELAXED);
}

/// Whether the loop's results depend on how many parts it is done in.
bool HostDevice::keepsParts(const twofold_site &Site) {
  return (Site.flags & TWOFOLD_SITE_ROUNDS) && Site.combine &&
         !Site.element_count;
}

/// The work by which threads are first given. Where loops inside are of unknown
/// length, or functions are called that nobody has seen, it may be any: a start
/// of threads in vain costs less than a long call without them.
static uint64_t worthTrying(const twofold_site &Site, uint64_t Ops) {
  constexpr uint64_t Perhaps = 32;
  bool Vague = Site.flags & TWOFOLD_SITE_OPAQUE;
  for (uint32_t I = 0; I < Site.axis_count; ++I)
    Vague |=
        (Site.axes[I].flags & (TWOFOLD_AXIS_UNKNOWN | TWOFOLD_AXIS_VIRTUAL)) ==
        TWOFOLD_AXIS_UNKNOWN;
  return Vague && Ops < UINT64_MAX / Perhaps ? Ops * Perhaps : Ops;
}

/// Whether threads that sleep are to be woken for so much work.
bool HostDevice::worthWaking(uint64_t Ops, unsigned Threads) {
  return teamIsHot() ||
         Team.worthWaking(double(Ops) / OpsPerNanosecond * (Threads - 1) /
                              Threads,
                          HostCosts::guess(Threads).ParkedForkNanoseconds);
}

/// Threads for this much work: 1 when a fork does not pay.
unsigned HostDevice::worthwhileThreads(const Call &C) {
  const uint64_t Ops = LimitIsSet ? C.Ops : worthTrying(C.Site, C.Ops);
  auto TooSmall = [&] {
    return Ops < InlineLimit.load(std::memory_order_relaxed);
  };
  unsigned Threads = 1;
  if (C.mayFork() && !TooSmall())
    Threads = threads(C.Launch);
  if (Threads > 1) {
    if (!LimitIsSet && !worthWaking(Ops, Threads))
      return 1;
    calibrate();
    if (TooSmall())
      Threads = 1;
  }
  return Threads;
}

/// How many threads pay, by what earlier calls have taken. Measure: what this
/// call takes is to be told to Trials.
unsigned HostDevice::threadsByTrials(const Call &C, TeamTrials &Trials,
                                     bool &Measure) {
  const unsigned Threads = threads(C.Launch);
  if (Threads == 1)
    return 1;
  const uint64_t Perhaps = worthTrying(C.Site, C.Ops);
  const auto Prior = [&] {
    return Perhaps < InlineLimit.load(std::memory_order_relaxed)
               ? TeamTrials::Alone
               : TeamTrials::Team;
  };
  if (Prior() == TeamTrials::Team)
    calibrate();
  const TeamTrials::Answer Answer = Trials.ask(C.Ops, Prior());
  Measure = Answer.Measure;
  if (Answer.To == TeamTrials::Alone)
    return 1;
  if (Answer.Trial || teamIsHot())
    return Threads;
  Measure = false;
  return worthWaking(Perhaps, Threads) ? Threads : 1;
}

/// On the calling thread what several would have done, part by part: how sums
/// are rounded is then the same, whoever was found to be sooner.
HostDevice::Mode HostDevice::runParts(const Call &C) {
  const unsigned Parts = threads(C.Launch);
  PrivateArgs Private(C.Site, C.Launch.args, 1);
  if (!Private.valid())
    return C.runAlone();
  SharedWork Work(C.Site.native,
                  Schedule::make(C.Site, C.Launch, C.Trips, Parts, C.Ops),
                  Parts);
  for (unsigned Part = 0; Part < Parts; ++Part) {
    void **Mine = Private.prepare(0);
    Work.run(Mine, Part, Parts);
    Work.rethrow();
    C.Site.combine(C.Launch.args, Mine);
  }
  return Mode::Inline;
}
