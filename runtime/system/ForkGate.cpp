// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "system/ForkGate.h"

#include <chrono>
#include <mutex>
#include <new>
#include <pthread.h>

using namespace twofold;

static constinit std::timed_mutex Making;
static constinit ForkGate::Actions Around{};
/// By whom the calling thread's fork has got the mutex.
enum class Got { Not, First, Last };
static constinit thread_local Got Gate = Got::Not;

ForkGate::ForkGate() { Making.lock(); }

ForkGate::~ForkGate() { Making.unlock(); }

static void leave() {
  Gate = Got::Not;
  Making.unlock();
  SignalHold::end();
}

void ForkGate::act(const Actions &Of) {
  watch();
  Around = Of;
  pthread_atfork(
      [] {
        SignalHold::begin();
        Making.lock();
        Gate = Got::First;
        Around.Begin();
      },
      [] {
        Around.End();
        leave();
      },
      [] {
        Around.InChild();
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
        if (Around.InChild)
          Around.InChild();
        if (Gate == Got::Last)
          leave();
        else
          new (&Making) std::timed_mutex;
      });
}
