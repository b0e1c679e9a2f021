// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- HostDevice.cpp - runs native variants on the CPU's cores -----------===//
//
// The only file of the runtime that is compiled with OpenMP.
#include "host/HostDevice.h"
#include "choice/CallCounts.h"
#include "choice/DeviceCosts.h"
#include "host/ElementCopies.h"
#include "host/PrivateArgs.h"
#include "host/Schedule.h"
#include "host/TeamLoop.h"
#include "system/CallerVariables.h"
#include "system/ProcessEnd.h"
#include "system/RegistrationFile.h"

#include <algorithm>
#include <omp.h>
#include <pthread.h>

using namespace twofold;

/// Before anybody can have used libomp, whether by us or not.
static const int SurroundingsAreClean = [] {
  removeCallerVariables();
  removeStaleRegistration();
  return pthread_atfork(nullptr, nullptr, removeStaleRegistration);
}();

static constexpr int64_t MaxThreads = 1 << 14;
/// Deterministic reductions: enough blocks for the threads of most machines,
/// each worth more than handing it out.
static constexpr uint64_t MostBlocks = 256, MostCopies = 16, OpsPerBlock = 8192;

/// Apart: a function with a team asks OpenMP's library who calls it as soon as
/// it begins, also where there is no team then, or no library any more.
template <class Function>
[[gnu::noinline]] static void runTeam(unsigned Threads, Function &&Work) {
#pragma omp parallel num_threads(Threads)
  Work(unsigned(omp_get_thread_num()), unsigned(omp_get_num_threads()));
}

/// Has each thread of a team do Work(its number, how many there are). How many
/// there were.
template <class Function>
unsigned HostDevice::onTeam(unsigned Threads, Function &&Work) {
  unsigned Got = Threads;
  runTeam(Threads, [&](unsigned Number, unsigned Of) {
    if (Number == 0)
      Got = Of;
    Work(Number, Of);
  });
  Team.note(TeamState::now());
  ++CallCounts::Own.Teams;
  return Got;
}

/// In the order of their numbers, so that equal calls give equal bits.
static void combineAll(const twofold_site &Site, const twofold_launch &Launch,
                       const PrivateArgs &Private, unsigned Count) {
  for (unsigned Number = 0; Site.combine && Number < Count; ++Number)
    Site.combine(Launch.args, Private.get(Number));
}

/// How long threads spin for work before they sleep.
static int64_t spinMilliseconds() {
  static const int64_t Time = [] {
    const ProcessEnd::LibraryCall In;
    return In.allowed() ? kmp_get_blocktime() : 0;
  }();
  return Time;
}

bool HostDevice::teamIsHot() const {
  static const int64_t Tick = TeamState::resolution();
  return !ProcessEnd::begun() &&
         Team.hot(TeamState::now(), spinMilliseconds(), Tick);
}

unsigned HostDevice::mostThreads() {
  const ProcessEnd::LibraryCall In;
  if (!In.allowed())
    return 1;
  return unsigned(std::clamp<int64_t>(omp_get_max_threads(), 1, MaxThreads));
}

bool HostDevice::inParallel() {
  const ProcessEnd::LibraryCall In;
  return In.allowed() && omp_in_parallel();
}

unsigned HostDevice::threads(const twofold_launch &Launch) {
  const ProcessEnd::LibraryCall In;
  if (!In.allowed() || omp_in_parallel())
    return 1;
  int64_t Wanted =
      Launch.num_threads > 0 ? Launch.num_threads : omp_get_max_threads();
  return unsigned(std::clamp<int64_t>(Wanted, 1, MaxThreads));
}

void HostDevice::calibrate() {
  if (LimitIsSet || Calibrated.exchange(true, std::memory_order_relaxed))
    return;
  const ProcessEnd::TeamUse Use;
  if (!Use.allowed())
    return;
  double Best = 1e9;
  unsigned Threads = 1;
  // The first forks create the threads.
  for (int Try = 0; Try < 12; ++Try) {
    const double Start = steadyNanoseconds();
    runTeam(mostThreads(), [&](unsigned Number, unsigned Of) {
      if (Number == 0)
        Threads = Of;
    });
    if (Try >= 2)
      Best = std::min(Best, steadyNanoseconds() - Start);
  }
  if (Threads < 2)
    return;
  // With p threads a fork pays once it is cheaper than (p - 1) / p of the work.
  double Limit = Best * OpsPerNanosecond * Threads / (Threads - 1);
  InlineLimit.store(uint64_t(std::clamp(Limit, 2048.0, 1048576.0)),
                    std::memory_order_relaxed);
}

/// Cuts the iterations into blocks that depend on the work alone, and combines
/// the blocks' results in their order.
HostDevice::Mode HostDevice::runBlocks(const Call &C, unsigned Threads) {
  const auto &[Site, Launch, Trips, Ops] = C;
  // Copies of arrays are dear, those of variables are not.
  uint64_t Most = Site.element_count ? MostCopies : MostBlocks;
  unsigned Blocks = unsigned(
      std::min(std::clamp<uint64_t>(Ops / OpsPerBlock, 1, Most), Trips));
  std::optional<ElementCopies> Copies;
  if (Site.element_count && Blocks > 1) {
    Copies.emplace(Site, Launch, Blocks, Ops,
                   Tests.find(Site, Launch, Trips, Ops));
    if (!Copies->made())
      Blocks = 1;
    if (!Copies->made() || !Copies->needed())
      Copies.reset();
  }
  PrivateArgs Private(Site, Launch.args, Blocks);
  if (Blocks == 1 || !Private.valid())
    return C.runAlone();
  Schedule Plan;
  Plan.Trips = Trips;
  std::atomic<unsigned> Next{0};
  FirstException Failure;
  auto Work = [&] {
    for (unsigned B;
         (B = Next.fetch_add(1, std::memory_order_relaxed)) < Blocks;) {
      if (Failure.thrown())
        break;
      void **Mine = Private.prepare(B);
      if (Copies)
        Copies->install(Mine, B);
      Schedule::Block Part = Plan.block(B, Blocks);
      Site.native(Mine, Part.Begin, Part.End);
    }
  };
  if (Threads == 1)
    Work();
  else
    onTeam(Threads, [&](unsigned, unsigned) { Failure.guard(Work); });
  Failure.rethrow();
  if (Copies)
    Copies->combine(0, 1, Blocks);
  combineAll(Site, Launch, Private, Blocks);
  return Threads > 1 ? Mode::Threads : Mode::Inline;
}

/// A loop waits for the slowest of its threads, which would be one that shares
/// its core with the runtime's own work. The thread that is left out has to
/// sleep: as long as it spins, the system takes its core for a busy one. Of few
/// cores, one less costs as much.
unsigned HostDevice::leavingRoom(unsigned Threads, unsigned Beside) {
  constexpr unsigned Few = 4;
  unsigned Left = Threads;
  if (Beside && Cores >= Few && Threads + Beside > Cores)
    Left =
        std::min(Threads, std::max(Cores - std::min(Beside, Cores), Few - 1));
  const unsigned Sleep = Threads - Left;
  if (Asleep.exchange(Sleep, std::memory_order_relaxed) < Sleep) {
    const int Spin = kmp_get_blocktime();
    kmp_set_blocktime(0);
    runTeam(Threads, [](unsigned, unsigned) {});
    kmp_set_blocktime(Spin);
  }
  return Left;
}

/// Threads have no copies of what they update.
HostDevice::Mode HostDevice::runUncopied(const Call &C, unsigned Threads,
                                         SharedUpdates *Together,
                                         TeamTrials *Trials) {
  const twofold_site &Site = C.Site;
  const twofold_launch &Launch = C.Launch;
  constexpr uint64_t ChunksEach = 16;
  auto OnThreads = [&](uint64_t Begin, uint64_t End) {
    PrivateArgs Private(Site, Launch.args, Threads);
    if (!Private.valid())
      return Site.native(Launch.args, Begin, End);
    Schedule Plan;
    Plan.Trips = End - Begin;
    Plan.Chunk = std::max<uint64_t>(Plan.Trips / (Threads * ChunksEach), 1);
    Plan.Dynamic = true;
    SharedWork Work(Site.shared, Plan, Threads, Begin);
    const unsigned Got = onTeam(Threads, [&](unsigned Number, unsigned Of) {
      Work.run(Private.prepare(Number), Number, Of);
    });
    Work.rethrow();
    combineAll(Site, Launch, Private, Got);
  };
  auto Alone = [&](uint64_t Begin, uint64_t End) {
    Site.native(Launch.args, Begin, End);
  };
  UpdateForms OfThisCall;
  if ((Trials ? Trials->Updates : OfThisCall)
          .run(C.Trips, C.Ops, Alone, OnThreads) != UpdateForms::Alone)
    return Mode::Threads;
  if (Together)
    Together->How = SharedUpdates::Way::Alone;
  return Mode::Inline;
}

HostDevice::Mode HostDevice::run(const twofold_site &Site,
                                 const twofold_launch &Launch, uint64_t Trips,
                                 uint64_t Ops, bool Deterministic,
                                 unsigned Beside, SharedUpdates *Together,
                                 TeamTrials *Trials) {
  const Call C = {Site, Launch, Trips, Ops};
  // One at a time: within a call of the variant they may be mixed.
  if (Launch.apart < 0) {
    for (uint64_t I = 0; I < Trips; ++I)
      Site.native(Launch.args, I, I + 1);
    return Mode::Inline;
  }
  bool Measure = false, InParts = false;
  unsigned Threads = 1;
  if (!Trials || LimitIsSet || !C.mayFork()) {
    Threads = worthwhileThreads(C);
  } else if (const bool Keeps = !Deterministic && keepsParts(Site);
             !Keeps || Ops >= LeastInParts) {
    Threads = threadsByTrials(C, *Trials, Measure);
    InParts = Keeps && Threads == 1 && threads(Launch) > 1;
  }
  const double Start = Measure ? steadyNanoseconds() : 0;
  const Mode Ran =
      InParts ? runParts(C)
              : runOn(Threads, C, Deterministic, Beside, Together, Trials);
  if (Measure && (Ran == Mode::Threads) == (Threads > 1))
    Trials->note(Ops, threads(Launch),
                 Threads > 1 ? TeamTrials::Team : TeamTrials::Alone,
                 steadyNanoseconds() - Start);
  return Ran;
}

HostDevice::Mode HostDevice::runOn(unsigned Threads, const Call &C,
                                   bool Deterministic, unsigned Beside,
                                   SharedUpdates *Together,
                                   TeamTrials *Trials) {
  const auto &[Site, Launch, Trips, Ops] = C;
  const ProcessEnd::TeamUse Use(Threads > 1);
  if (!Use.allowed())
    Threads = 1;
  if (Deterministic && !(Site.flags & TWOFOLD_SITE_IN_ORDER))
    return runBlocks(C, Threads);
  if (Threads == 1)
    return runOnCopies(Site, Launch, Trips, Ops) ? Mode::Inline : C.runAlone();

  const bool Reduces = PrivateArgs::hasReduction(Site);
  unsigned Fewer = Threads;
  if ((Beside || Asleep.load(std::memory_order_relaxed)) &&
      Launch.num_threads <= 0)
    Fewer = leavingRoom(Threads, Beside);
  // How sums are rounded depends on how many parts there are.
  const bool SameParts =
      Fewer < Threads && (Site.flags & TWOFOLD_SITE_ROUNDS) != 0;
  if (!SameParts)
    Threads = Fewer;
  twofold_native Run = Site.native;
  std::optional<ElementCopies> Copies;
  if (Site.element_count) {
    Copies.emplace(Site, Launch, Threads, Ops,
                   Tests.find(Site, Launch, Trips, Ops));
    if (!Copies->made())
      Run = Site.shared;
    if (Together)
      *Together = {Copies->first(), Copies->made()
                                        ? SharedUpdates::Way::Copies
                                        : SharedUpdates::Way::Atomic};
    if (!Copies->made() || !Copies->needed())
      Copies.reset();
  }
  if (Run != Site.native)
    return runUncopied(C, Fewer, Together, Trials);
  SharedWork Shared(Run, Schedule::make(Site, Launch, Trips, Threads, Ops),
                    Threads);
  if (!Reduces && !Copies) {
    onTeam(Fewer, [&](unsigned Number, unsigned Of) {
      Shared.run(Launch.args, Number, Of);
    });
    Shared.rethrow();
    return Mode::Threads;
  }

  PrivateArgs Private(Site, Launch.args, Threads);
  if (!Private.valid())
    return C.runAlone();
  const unsigned Got =
      onTeam(SameParts ? Fewer : Threads, [&](unsigned Number, unsigned Of) {
        const unsigned Parts = SameParts ? Threads : Of;
        for (unsigned Part = Number; Part < Parts; Part += Of) {
          void **Mine = Private.prepare(Part);
          if (Copies)
            Copies->install(Mine, Part);
          Shared.run(Mine, Part, Parts);
        }
        if (Copies) {
#pragma omp barrier
          Copies->combine(Number, Of, Parts);
        }
      });
  Shared.rethrow();
  if (Reduces)
    combineAll(Site, Launch, Private, SameParts ? Threads : Got);
  return Mode::Threads;
}

HostDevice::Mode HostDevice::search(const twofold_site &Site,
                                    const twofold_launch &Launch,
                                    uint64_t Trips, uint64_t Ops,
                                    const std::function<bool()> &MayReadAhead) {
  uint64_t OpsEach = std::max<uint64_t>(Ops / Trips, 1);
  // A find near the start costs no fork.
  uint64_t Alone = std::clamp<uint64_t>(
      InlineLimit.load(std::memory_order_relaxed) / OpsEach, 1, Trips);
  unsigned Threads = worthwhileThreads({Site, Launch, Trips, Ops});
  const ProcessEnd::TeamUse Use(Threads > 1);
  if (!Use.allowed())
    Threads = 1;
  if (Threads == 1)
    Alone = Trips;
  const uint64_t &Found =
      *static_cast<uint64_t *>(Launch.args[Site.results[0].arg]);
  Site.native(Launch.args, 0, Alone);
  if (Alone == Trips || Found < Alone)
    return Mode::Inline;
  PrivateArgs Private(Site, Launch.args, Threads);
  if (!MayReadAhead() || !Private.valid()) {
    Site.native(Launch.args, Alone, Trips);
    return Mode::Inline;
  }

  SearchTeam Shared(
      Site, {Trips, Alone, uint64_t(std::max<int64_t>(Launch.chunk, 0))});
  const unsigned Got = onTeam(Threads, [&](unsigned Number, unsigned Of) {
    Shared.run(Private.prepare(Number), Of);
  });
  Shared.rethrow();
  combineAll(Site, Launch, Private, Got);
  return Mode::Threads;
}
