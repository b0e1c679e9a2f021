// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- SpinWait.h - waiting for what will soon be there -------------------===//
#ifndef TWOFOLD_RUNTIME_THREAD_SPINWAIT_H
#define TWOFOLD_RUNTIME_THREAD_SPINWAIT_H

#include <chrono>
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

} // namespace twofold

#endif
