// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- Milestone.cpp - a growing number that threads wait for -------------===//
#include "thread/Milestone.h"

#include "thread/SpinWait.h"

using namespace twofold;

void Milestone::reach(size_t Number) {
  size_t Now = Reached.load(std::memory_order_relaxed);
  // Sequentially consistent, as the sleeper's steps: one of the two sees the
  // other.
  while (Now < Number && !Reached.compare_exchange_weak(Now, Number))
    ;
  if (Sleeping.load() == 0)
    return;
  // A sleeper between its look and its sleep holds the lock.
  {
    std::lock_guard<std::mutex> Guard(Lock);
  }
  Changed.notify_all();
}

bool Milestone::wait(size_t Number) {
  auto There = [&] { return Reached.load() >= Number; };
  if (!spinUntil(There)) {
    std::unique_lock<std::mutex> Guard(Lock);
    ++Sleeping;
    Changed.wait(Guard, There);
    --Sleeping;
  }
  return Reached.load(std::memory_order_acquire) != Abandoned;
}
