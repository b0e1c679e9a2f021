// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- SpinWait.h - waiting for what will soon be there -------------------===//
#ifndef TWOFOLD_RUNTIME_THREAD_SPINWAIT_H
#define TWOFOLD_RUNTIME_THREAD_SPINWAIT_H

#include <atomic>
#include <chrono>
#include <cstdint>
#include <sched.h>

namespace twofold {

/// Looks for so long, by default about as long as it takes to wake a thread;
/// false when it was not there by then. Lets other threads have the core, but
/// for those who could not do without it for milliseconds: they do not yield.
template <class Condition>
bool spinUntil(
    const Condition &There,
    std::chrono::microseconds Longest = std::chrono::microseconds(100),
    bool Yields = true) {
  if (There())
    return true;
  auto Start = std::chrono::steady_clock::now();
  do {
    for (int Look = 0; Look < 64; ++Look) {
      if (There())
        return true;
#if defined(__x86_64__) || defined(__i386__)
      __builtin_ia32_pause();
#endif
    }
    if (Yields)
      sched_yield();
  } while (std::chrono::steady_clock::now() - Start < Longest);
  return There();
}

/// For tables that are used before constructors and after destructors run. It
/// has neither, and no memory elsewhere.
class SpinLock {
  std::atomic<uint32_t> Taken{0};

public:
  constexpr SpinLock() = default;
  void lock() {
    while (Taken.exchange(1, std::memory_order_acquire))
      sched_yield();
  }
  void unlock() { Taken.store(0, std::memory_order_release); }
  /// False where the table is closed, which is the end of it: it is closed
  /// where the lock's owner stayed behind in a fork that nobody told us of.
  template <typename Table> bool lockIn(Table &Of) {
    for (unsigned Tries = 0; Taken.exchange(1, std::memory_order_acquire);
         ++Tries) {
      if (Tries > 1000000)
        Of.close();
      if (Of.closed())
        return false;
      if (Tries > 100)
        sched_yield();
    }
    if (!Of.closed())
      return true;
    unlock();
    return false;
  }
};

} // namespace twofold

#endif
