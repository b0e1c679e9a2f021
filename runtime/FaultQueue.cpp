// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- FaultQueue.cpp - stopped accesses, on their way to a thread --------===//
#include "FaultQueue.h"

#include <climits>
#include <linux/futex.h>
#include <sys/syscall.h>
#include <unistd.h>

using namespace twofold;

static void wait(std::atomic<uint32_t> &Word, uint32_t While) {
  syscall(SYS_futex, &Word, FUTEX_WAIT_PRIVATE, While, nullptr, nullptr, 0);
}

static void wakeAll(std::atomic<uint32_t> &Word) {
  syscall(SYS_futex, &Word, FUTEX_WAKE_PRIVATE, INT_MAX, nullptr, nullptr, 0);
}

static void change(std::atomic<uint32_t> &Word) {
  Word.fetch_add(1);
  wakeAll(Word);
}

bool FaultQueue::post(const Fault &What) {
  Slot *Mine = nullptr;
  while (!Mine) {
    if (Stopped.load())
      return false;
    uint32_t Seen = Departures.load();
    for (Slot &S : All) {
      uint32_t Expected = Free;
      if (S.State.compare_exchange_strong(Expected, Filling)) {
        Mine = &S;
        break;
      }
    }
    if (!Mine)
      wait(Departures, Seen);
  }
  Mine->What = What;
  Mine->State.store(Posted);
  change(Arrivals);
  uint32_t Now;
  while ((Now = Mine->State.load()) != Done && Now != Refused) {
    uint32_t Waiting = Posted;
    if (Stopped.load() && Mine->State.compare_exchange_strong(Waiting, Refused))
      break;
    wait(Mine->State, Now);
  }
  bool Retry = Mine->State.load() == Done;
  Mine->State.store(Free);
  change(Departures);
  return Retry;
}

int FaultQueue::take() {
  while (true) {
    uint32_t Seen = Arrivals.load();
    if (Stopped.load())
      return -1;
    for (unsigned I = 0; I < Slots; ++I) {
      uint32_t Expected = Posted;
      if (All[I].State.compare_exchange_strong(Expected, Taken))
        return int(I);
    }
    wait(Arrivals, Seen);
  }
}

void FaultQueue::answer(int Number, bool Retry) {
  Word &State = All[Number].State;
  State.store(Retry ? Done : Refused);
  wakeAll(State);
}

void FaultQueue::park(int Number) { All[Number].State.store(Parked); }

void FaultQueue::unpark() {
  for (Slot &S : All) {
    uint32_t Expected = Parked;
    S.State.compare_exchange_strong(Expected, Posted);
  }
  change(Arrivals);
}

void FaultQueue::close() {
  Stopped.store(true);
  change(Arrivals);
  change(Departures);
  for (Slot &S : All)
    wakeAll(S.State);
}
