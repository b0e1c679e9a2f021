// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- TeamState.h - whether the host's threads spin or sleep -------------===//
//
// Threads that have run a loop spin for a while, and start the next one within
// a microsecond or a few. Then they sleep, and waking them takes a hundred
// times as long.
//
// Pure but for the clock, which is given. Thread-safe.
#ifndef TWOFOLD_RUNTIME_HOST_TEAMSTATE_H
#define TWOFOLD_RUNTIME_HOST_TEAMSTATE_H

#include "device/Ledger.h"

#include <atomic>
#include <cstdint>
#include <ctime>
#include <limits>

namespace twofold {

class TeamState {
  std::atomic<int64_t> LastWork{INT64_MIN / 2}; ///< in ms
  Ledger Asleep; ///< what calls have lost without a team

public:
  /// In milliseconds, from any beginning. A coarse clock will do: it costs a
  /// tenth and is exact to a few milliseconds.
  static int64_t now() {
    timespec Now = {};
#ifdef CLOCK_MONOTONIC_COARSE
    clock_gettime(CLOCK_MONOTONIC_COARSE, &Now);
#else
    clock_gettime(CLOCK_MONOTONIC, &Now);
#endif
    return int64_t(Now.tv_sec) * 1000 + Now.tv_nsec / 1000000;
  }

  /// So many milliseconds may be missing from a difference of two looks. A loop
  /// that runs again and again must not find its threads asleep at each tick.
  static int64_t resolution() {
    timespec Tick = {};
#ifdef CLOCK_MONOTONIC_COARSE
    clock_getres(CLOCK_MONOTONIC_COARSE, &Tick);
#endif
    return int64_t(Tick.tv_sec) * 1000 + (Tick.tv_nsec + 999999) / 1000000;
  }

  void note(int64_t Now) { LastWork.store(Now, std::memory_order_relaxed); }

  /// Threads spin for so many milliseconds. Tick: resolution() of Now.
  bool hot(int64_t Now, int64_t Spin, int64_t Tick = 0) const {
    return Spin > 0 &&
           Now - LastWork.load(std::memory_order_relaxed) < Spin + Tick;
  }

  /// The next loop that could use them wakes them.
  void wake() { Asleep.lose(std::numeric_limits<double>::infinity()); }

  /// Sleeping threads are woken, which costs Price, for a loop that gains as
  /// much, or once as much was lost without them.
  bool worthWaking(double Gain, double Price) {
    if (Gain >= Price)
      return true;
    Asleep.lose(Gain);
    if (!Asleep.pays(Price))
      return false;
    Asleep.clear();
    return true;
  }
};

} // namespace twofold

#endif
