// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "system/ForkGate.h"

#include <atomic>
#include <cassert>
#include <chrono>
#include <iterator>
#include <mutex>
#include <new>
#include <pthread.h>

using namespace twofold;

static constinit std::timed_mutex Making;
static constinit ForkGate::Actions Around[2]{};
static constinit std::atomic<unsigned> ActionCount{0}; ///< of Around
/// By whom the calling thread's fork has got the mutex.
enum class Got { Not, First, Last };
static constinit thread_local Got Gate = Got::Not;
/// How many of Around the calling thread's fork has begun.
static constinit thread_local unsigned BegunCount = 0;

ForkGate::ForkGate() { Making.lock(); }

ForkGate::~ForkGate() { Making.unlock(); }

static void leave() {
  BegunCount = 0;
  Gate = Got::Not;
  Making.unlock();
  SignalHold::end();
}

/// All of them: what has been made since the fork began is in the child, too.
static void becomeChild() {
  for (unsigned Each = 0; Each != ActionCount.load(); ++Each)
    Around[Each].InChild(Each < BegunCount);
}

void ForkGate::act(const Actions &Of) {
  watch();
  const unsigned Last = ActionCount.load();
  assert(Last < std::size(Around) && "there is room for those that are known");
  Around[Last] = Of;
  ActionCount.store(Last + 1);
  if (Last)
    return;
  pthread_atfork(
      [] {
        SignalHold::begin();
        Making.lock();
        Gate = Got::First;
        BegunCount = ActionCount.load();
        for (unsigned Each = BegunCount; Each--;)
          Around[Each].Begin();
      },
      [] {
        for (unsigned Each = 0; Each != BegunCount; ++Each)
          Around[Each].End();
        leave();
      },
      [] {
        becomeChild();
        leave();
      });
}

void ForkGate::watch() {
  static constinit bool Watched = false;
  if (Watched)
    return;
  Watched = true;
  pthread_atfork(
      [] {
        if (Gate == Got::First)
          return;
        // It has begun before act(). Other libraries' locks are held, which the
        // one that has the mutex may need: it is not waited for without end.
        SignalHold::begin();
        if (Making.try_lock_for(std::chrono::seconds(1)))
          Gate = Got::Last;
        else
          SignalHold::end();
      },
      [] {
        if (Gate == Got::Last)
          leave();
      },
      [] {
        if (Gate == Got::First)
          return;
        becomeChild();
        if (Gate == Got::Last)
          leave();
        else
          new (&Making) std::timed_mutex;
      });
}
