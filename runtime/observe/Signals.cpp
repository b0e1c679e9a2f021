// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- Signals.cpp - the functions that change SIGSEGV's handling ---------===//
//
// The program may set a handler of SIGSEGV whenever it likes: it gets the
// faults that are not the guard's. A thread that blocks SIGSEGV would be killed
// by a touch of a guarded page (the kernel cannot deliver it), so it does not
// get blocked; to block it has no other effect on faults than death.
//
//===----------------------------------------------------------------------===//
#include "FaultSignal.h"
#include "NextFunction.h"

#include <csignal>
#include <pthread.h>

using namespace twofold;

#define OURS __attribute__((visibility("default")))

NEXT(sigaction);
NEXT(signal);
NEXT(sigprocmask);
NEXT(pthread_sigmask);

/// New without SIGSEGV, in Room, where it would be blocked.
static const sigset_t *unblocked(int How, const sigset_t *New, sigset_t &Room) {
  if (!New || How == SIG_UNBLOCK || sigismember(New, SIGSEGV) != 1)
    return New;
  Room = *New;
  sigdelset(&Room, SIGSEGV);
  return &Room;
}

extern "C" {

OURS int sigaction(int Number, const struct sigaction *New,
                   struct sigaction *Old) noexcept {
  if (Number == SIGSEGV && fault_signal::exchange(New, Old))
    return 0;
  return Nextsigaction.get()(Number, New, Old);
}

OURS sighandler_t signal(int Number, sighandler_t Handler) noexcept {
  if (Number == SIGSEGV && Handler != SIG_ERR) {
    struct sigaction New = {}, Old = {};
    New.sa_handler = Handler;
    New.sa_flags = SA_RESTART;
    sigaddset(&New.sa_mask, SIGSEGV);
    if (fault_signal::exchange(&New, &Old))
      return Old.sa_handler;
  }
  return Nextsignal.get()(Number, Handler);
}

OURS int sigprocmask(int How, const sigset_t *New, sigset_t *Old) noexcept {
  sigset_t Room;
  return Nextsigprocmask.get()(How, unblocked(How, New, Room), Old);
}

OURS int pthread_sigmask(int How, const sigset_t *New, sigset_t *Old) noexcept {
  sigset_t Room;
  return Nextpthread_sigmask.get()(How, unblocked(How, New, Room), Old);
}

} // extern "C"
