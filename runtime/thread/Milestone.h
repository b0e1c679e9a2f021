// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- Milestone.h - a growing number that threads wait for ---------------===//
#ifndef TWOFOLD_RUNTIME_THREAD_MILESTONE_H
#define TWOFOLD_RUNTIME_THREAD_MILESTONE_H

#include "thread/SpinWait.h"

#include <atomic>
#include <cstddef>

namespace twofold {

/// Thread-safe but for reset(). What happened before reach() is visible after
/// the wait() that it ends.
class Milestone {
  static constexpr size_t Abandoned = size_t(-1);

  std::atomic<size_t> Reached{0};

public:
  /// Begins anew. Nobody may be waiting.
  void reset() { Reached.store(0, std::memory_order_relaxed); }
  /// Does nothing when that much, or more, is reached.
  void reach(size_t Number) {
    size_t Now = Reached.load(std::memory_order_relaxed);
    while (Now < Number && !Reached.compare_exchange_weak(Now, Number))
      ;
    Reached.notify_all();
  }
  /// Ends every wait().
  void abandon() { reach(Abandoned); }
  /// Waits until Number is reached; false when abandoned. Looks for a while
  /// before it sleeps, since waking costs more than most waits last.
  bool wait(size_t Number) {
    size_t Now;
    auto There = [&] { return (Now = Reached.load()) >= Number; };
    for (spinUntil(There); !There();)
      Reached.wait(Now);
    return Now != Abandoned;
  }
};

} // namespace twofold

#endif
