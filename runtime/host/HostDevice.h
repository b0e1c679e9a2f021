// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- HostDevice.h - runs native variants on the CPU's cores -------------===//
#ifndef TWOFOLD_RUNTIME_HOST_HOSTDEVICE_H
#define TWOFOLD_RUNTIME_HOST_HOSTDEVICE_H

#include "choice/TeamTrials.h"
#include "conflict/OwnElements.h"
#include "host/TeamState.h"
#include "twofold/abi.h"

#include <atomic>
#include <cstdint>
#include <functional>
#include <optional>

namespace twofold {

/// The host's threads (an OpenMP team) as a device. Thread-safe. Exceptions of
/// the native variant leave run() once all threads have stopped.
class HostDevice {
public:
  enum class Mode { Inline, Threads };
  /// Elements that threads of one call updated together.
  struct SharedUpdates {
    std::optional<uint32_t>
        Element; ///< the first array's; none: there are none
    /// Alone: one thread did, which is sooner than several do it atomically.
    enum class Way { Copies, Atomic, Alone } How = Way::Copies;
  };
  /// An inline_limit that no work is below, and that stays.
  static constexpr uint64_t LetsNonePass = 1;
  /// In other limits: however much work a call is, nothing but the number of
  /// threads has to be decided. Limits are estimates, whose last bit is free.
  static constexpr uint64_t DecidedAlone = 1;

private:
  /// Of one core in a vectorised loop: what turns the price of a fork into
  /// work. Errs on the side of forking.
  static constexpr double OpsPerNanosecond = 8;

  std::atomic<uint64_t> &InlineLimit;
  const bool LimitIsSet;
  const unsigned Cores;
  std::atomic<bool> Calibrated{false};

  TeamState Team;
  /// Threads that sleep beside a smaller team.
  std::atomic<unsigned> Asleep{0};
  OwnElements Tests;

  /// What all of these are about.
  struct Call {
    const twofold_site &Site;
    const twofold_launch &Launch;
    const uint64_t Trips, Ops;

    /// Several threads may have it, be it worth it or not.
    bool mayFork() const {
      return Launch.condition && !(Site.flags & TWOFOLD_SITE_IN_ORDER) &&
             Trips > 1;
    }
    Mode runAlone() const {
      Site.native(Launch.args, 0, Trips);
      return Mode::Inline;
    }
  };

  void calibrate();
  unsigned leavingRoom(unsigned Threads, unsigned Beside);
  template <class Function> unsigned onTeam(unsigned Threads, Function &&Work);
  Mode runBlocks(const Call &C, unsigned Threads);
  Mode runParts(const Call &C);
  Mode runUncopied(const Call &C, unsigned Threads, SharedUpdates *Together,
                   TeamTrials *Trials);
  /// Of less work no team can be worth it.
  static constexpr uint64_t LeastInParts = 16384;
  static bool keepsParts(const twofold_site &Site);
  bool worthWaking(uint64_t Ops, unsigned Threads);
  unsigned worthwhileThreads(const Call &C);
  unsigned threadsByTrials(const Call &C, TeamTrials &Trials, bool &Measure);
  Mode runOn(unsigned Threads, const Call &C, bool Deterministic,
             unsigned Beside, SharedUpdates *Together, TeamTrials *Trials);

public:
  /// Work below InlineLimit, in operations, is not worth a fork. The variable
  /// is the caller's, so that it can test it without a call; it is set here, to
  /// a guess first and to a measured value when threads are first used. Cores:
  /// that the process may use; 0: as many as there are.
  HostDevice(std::optional<uint64_t> InlineOps,
             std::atomic<uint64_t> &InlineLimit, unsigned Cores = 0);

  /// The process is a child: other threads may have held locks at the fork.
  void becomeForkedChild() { Tests.stop(); }

  /// Calls of Site with less work than Limit need not come to the runtime. An
  /// odd one may count for one less.
  static void letPass(const twofold_site &Site, uint64_t Limit) {
    if (!Site.inline_limit)
      return;
    uint64_t Old = __atomic_load_n(Site.inline_limit, __ATOMIC_RELAXED);
    Limit = (Limit & ~DecidedAlone) | (Old & DecidedAlone);
    if (Old < Limit && Old != LetsNonePass)
      __atomic_compare_exchange_n(Site.inline_limit, &Old, Limit,
                                  /*weak=*/false, __ATOMIC_SEQ_CST,
                                  __ATOMIC_RELAXED);
  }
  /// Calls of Site come to the runtime until they are let pass again.
  static void letCome(const twofold_site &Site) {
    if (!Site.inline_limit)
      return;
    uint64_t Old = __atomic_load_n(Site.inline_limit, __ATOMIC_SEQ_CST);
    while (Old != 0 && Old != LetsNonePass &&
           !__atomic_compare_exchange_n(Site.inline_limit, &Old, 0,
                                        /*weak=*/false, __ATOMIC_SEQ_CST,
                                        __ATOMIC_RELAXED))
      ;
  }
  /// From now on all calls of Site come to the runtime.
  static void letNonePass(const twofold_site &Site) {
    if (Site.inline_limit)
      __atomic_store_n(Site.inline_limit, LetsNonePass, __ATOMIC_RELAXED);
  }
  /// Has calls of Site with little work pass the runtime by, once the calling
  /// thread has done Ops of work in so many nanoseconds: few enough for the
  /// runtime's call to show in them, and for a fork not to pay. No device may
  /// be able to have the loop. Alone: trials have shown that a fork does not
  /// pay.
  void letPass(const twofold_site &Site, uint64_t Ops, double Nanoseconds,
               bool Alone = false) const;

  /// As long as there is one thread, calls of Site have nothing decided,
  /// however long they take: a decision shows in a call of 10 microseconds,
  /// too. No device may be able to have the loop.
  static void letPassAlone(const twofold_site &Site);
  /// Whether this call is such a one.
  static bool passesAlone(const twofold_site &Site,
                          const twofold_launch &Launch) {
    const uint64_t Limit =
        Site.inline_limit ? __atomic_load_n(Site.inline_limit, __ATOMIC_RELAXED)
                          : 0;
    return Limit > LetsNonePass && (Limit & DecidedAlone) &&
           Launch.num_threads <= 0 && mostThreads() == 1;
  }

  /// Runs all Trips iterations of the nest. Ops: their estimated work.
  /// Deterministic: reductions are made in one order, whatever the threads.
  /// Beside: threads of the runtime that are at work meanwhile.
  /// Together is told which elements threads had to share. Trials: what the
  /// site's calls have taken with threads and without; null: the work decides.
  Mode run(const twofold_site &Site, const twofold_launch &Launch,
           uint64_t Trips, uint64_t Ops, bool Deterministic = false,
           unsigned Beside = 0, SharedUpdates *Together = nullptr,
           TeamTrials *Trials = nullptr);

  /// Runs a search: result 0 becomes the lowest iteration that the
  /// native variant finds, if any. Iterations are dealt out in their order, so
  /// that few run beyond it; beyond the first ones only if MayReadAhead() lets
  /// threads read what serially would not be read.
  Mode search(const twofold_site &Site, const twofold_launch &Launch,
              uint64_t Trips, uint64_t Ops,
              const std::function<bool()> &MayReadAhead);

  /// Whether threads still spin after their last work: then they start a
  /// hundred times as fast. Costs a coarse look at the clock.
  bool teamIsHot() const;
  /// The next loop that could use threads wakes them, however short it is.
  void wakeTeam() { Team.wake(); }
  /// OpenMP's library has had work for the team.
  void noteTeam() { Team.note(TeamState::now()); }
  /// Threads of a team, unless a loop asks for another number.
  static unsigned mostThreads();

  /// Threads that a call would get; 1 inside another parallel region.
  static unsigned threads(const twofold_launch &Launch);
  /// Whether the caller is one of several threads of a parallel region.
  static bool inParallel();
};

} // namespace twofold

#endif
