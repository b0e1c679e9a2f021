// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "guard/FaultQueue.h"
#include "guard/FaultSignal.h"
#include "system/SystemCalls.h"
#include "thread/CopyThreads.h"
#include "thread/SpinWait.h"

#include <algorithm>
#include <chrono>
#include <climits>
#include <linux/futex.h>
#include <unistd.h>

using namespace twofold;

/// Longest: null for as long as it takes.
static void wait(std::atomic<uint32_t> &Word, uint32_t While,
                 const timespec *Longest = nullptr) {
  syscalls::call(SYS_futex, &Word, FUTEX_WAIT_PRIVATE, While, Longest, nullptr,
                 0);
}

static void wakeAll(std::atomic<uint32_t> &Word) {
  syscalls::call(SYS_futex, &Word, FUTEX_WAKE_PRIVATE, INT_MAX, nullptr,
                 nullptr, 0);
}

/// Looks for about as long as a fault takes to resolve. Never gives the core
/// away: where others want it, it would be gone for milliseconds.
template <class Condition> static bool lookFor(const Condition &There) {
  return spinUntil(There, std::chrono::microseconds(50), /*Yields=*/false);
}

bool FaultQueue::hasCores() { return CopyThreads::cores() >= 4; }

FaultQueue::FaultQueue(bool Looks) : Looks(Looks) {}

// All of this is sequentially consistent: who changes a word sees that somebody
// is about to sleep on it, or the kernel sees the change and lets nobody sleep.

void FaultQueue::Bell::ring() {
  Rung.fetch_add(1);
  if (Asleep.load())
    wakeAll(Rung);
}

void FaultQueue::Bell::sleep(uint32_t Seen) {
  Asleep.fetch_add(1);
  wait(Rung, Seen);
  Asleep.fetch_sub(1);
}

bool FaultQueue::post(const Fault &What) {
  Slot *Mine = nullptr;
  while (!Mine) {
    if (Stopped.load())
      return false;
    uint32_t Seen = Departures.Rung.load();
    for (Slot &S : All) {
      uint32_t Expected = Free;
      if (S.State.compare_exchange_strong(Expected, Filling)) {
        Mine = &S;
        break;
      }
    }
    if (!Mine)
      Departures.sleep(Seen);
  }
  Mine->What = What;
  Mine->State.store(Posted);
  Arrivals.ring();
  auto Answered = [&] {
    uint32_t Now = Mine->State.load();
    return Now == Done || Now == Refused;
  };
  if (!Looks || !lookFor(Answered)) {
    Mine->Asleep.store(1);
    uint32_t Now;
    while ((Now = Mine->State.load()) != Done && Now != Refused) {
      uint32_t Waiting = Posted;
      if (Stopped.load() &&
          Mine->State.compare_exchange_strong(Waiting, Refused))
        break;
      constexpr timespec LookEvery = {0, 100000000};
      wait(Mine->State, Now, &LookEvery);
      fault_signal::endIfAsked();
    }
    Mine->Asleep.store(0);
  }
  bool Retry = Mine->State.load() == Done;
  Mine->State.store(Free);
  Departures.ring();
  return Retry;
}

int FaultQueue::take(bool Soon) {
  while (true) {
    uint32_t Seen = Arrivals.Rung.load();
    if (Stopped.load())
      return -1;
    for (unsigned I = 0; I < Slots; ++I) {
      uint32_t Expected = Posted;
      if (All[I].State.compare_exchange_strong(Expected, Taken))
        return int(I);
    }
    if (!Soon || !Looks ||
        !lookFor([&] { return Arrivals.Rung.load() != Seen; }))
      Arrivals.sleep(Seen);
    Soon = false;
  }
}

void FaultQueue::answer(int Number, bool Retry) {
  Slot &S = All[Number];
  S.State.store(Retry ? Done : Refused);
  if (S.Asleep.load())
    wakeAll(S.State);
}

void FaultQueue::park(int Number) { All[Number].State.store(Parked); }

void FaultQueue::unpark() {
  for (Slot &S : All) {
    uint32_t Expected = Parked;
    S.State.compare_exchange_strong(Expected, Posted);
  }
  Arrivals.ring();
}

void FaultQueue::close() {
  Stopped.store(true);
  Arrivals.ring();
  Departures.ring();
  for (Slot &S : All)
    wakeAll(S.State);
}
