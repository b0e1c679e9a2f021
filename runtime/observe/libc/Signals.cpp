// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- Signals.cpp - the functions that change SIGSEGV's handling ---------===//
//
// The program may set a handler of SIGSEGV whenever it likes: it gets the
// faults that are not the guard's. A thread that blocks SIGSEGV would be killed
// by a touch of a guarded page (the kernel cannot deliver it), so it does not
// get blocked; to block it has no other effect on faults than death. The same
// goes for what a handler of another signal has blocked while it runs.
#include "guard/FaultSignal.h"
#include "observe/libc/NextFunction.h"
#include "observe/libc/SeenCall.h"
#include "system/SignalHold.h"

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <ctime>
#include <poll.h>
#include <pthread.h>
#include <sys/epoll.h>
#include <sys/select.h>

using namespace twofold;

// What calls become under _FORTIFY_SOURCE.
extern "C" int __ppoll_chk(pollfd *, nfds_t, const timespec *, const sigset_t *,
                           size_t);

NEXT(sigaction);
NEXT(signal);
NEXT(timer_create);

/// While it lives, Mask is one that does not block SIGSEGV.
class Unblocked {
  sigset_t Room;

public:
  explicit Unblocked(const sigset_t *&Mask, int How = SIG_BLOCK) {
    if (How == SIG_UNBLOCK || !Mask || sigismember(Mask, SIGSEGV) != 1)
      return;
    Room = *Mask;
    sigdelset(&Room, SIGSEGV);
    Mask = &Room;
  }
};

SEEN_WITH(3, sigprocmask, const Unblocked Mask(A2, A1), readsOne(A2),
          writesOne(A3));
SEEN_WITH(3, pthread_sigmask, const Unblocked Mask(A2, A1), readsOne(A2),
          writesOne(A3));
SEEN_WITH(2, pthread_attr_setsigmask_np, const Unblocked Mask(A2));
SEEN_WITH(1, sigsuspend, const Unblocked Mask(A1), readsOne(A1));
SEEN_WITH(4, ppoll, const Unblocked Mask(A4), writesAll(A1, A2), writesOne(A3),
          readsOne(A4));
SEEN_WITH(5, __ppoll_chk, const Unblocked Mask(A4), writesAll(A1, A2),
          writesOne(A3), readsOne(A4));
SEEN_WITH(6, pselect, const Unblocked Mask(A6), files(A2, A1), files(A3, A1),
          files(A4, A1), writesOne(A5), readsOne(A6));
SEEN_WITH(5, epoll_pwait, const Unblocked Mask(A5), writesAll(A2, A3),
          readsOne(A5));
#if __GLIBC_PREREQ(2, 35)
SEEN_WITH(5, epoll_pwait2, const Unblocked Mask(A5), writesAll(A2, A3),
          readsOne(A4), readsOne(A5));
#endif

/// libc calls the functions of some timers on threads of its own, with every
/// signal blocked. Never freed: a call may be under way when its timer ends.
struct Notified {
  void (*Function)(sigval);
  sigval Value;
};

static void notify(sigval Of) {
  const Notified Call = *static_cast<Notified *>(Of.sival_ptr);
  sigset_t Faults;
  sigemptyset(&Faults);
  sigaddset(&Faults, SIGSEGV);
  Nextpthread_sigmask.get()(SIG_UNBLOCK, &Faults, nullptr);
  Call.Function(Call.Value);
}

/// Whether to leave the program's action as it is: compilers in drivers set
/// handlers of their own, and never call those that were there. Where the
/// program has none they may.
static bool keepsPrograms(int Number, const struct sigaction *New,
                          struct sigaction *Old) {
  if (!New)
    return false;
  if (!DriverHandlers::expected()) {
    DriverHandlers::note(Number, false);
    return false;
  }
  struct sigaction Now = {};
  if (DriverHandlers::has(Number) ||
      (!(Number == SIGSEGV && fault_signal::exchange(nullptr, &Now)) &&
       Nextsigaction.get()(Number, nullptr, &Now) != 0))
    return false;
  if (Now.sa_handler == SIG_DFL) {
    DriverHandlers::note(Number, true);
    return false;
  }
  if (Old)
    *Old = Now;
  return true;
}

extern "C" {

OURS int sigaction(int Number, const struct sigaction *New,
                   struct sigaction *Old) noexcept {
  if (keepsPrograms(Number, New, Old) ||
      (Number == SIGSEGV && fault_signal::exchange(New, Old)))
    return 0;
  struct sigaction Room;
  if (New && Number != SIGSEGV && New->sa_handler != SIG_DFL &&
      New->sa_handler != SIG_IGN) {
    findNextFunctions();
    SignalHold::noteHandler(Number);
    Room = *New;
    sigdelset(&Room.sa_mask, SIGSEGV);
    New = &Room;
  }
  return Nextsigaction.get()(Number, New, Old);
}

OURS sighandler_t signal(int Number, sighandler_t Handler) noexcept {
  struct sigaction Kept = {};
  Kept.sa_handler = Handler;
  if (Handler != SIG_ERR && keepsPrograms(Number, &Kept, &Kept))
    return Kept.sa_handler;
  if (Number == SIGSEGV && Handler != SIG_ERR) {
    struct sigaction New = {}, Old = {};
    New.sa_handler = Handler;
    New.sa_flags = SA_RESTART;
    sigaddset(&New.sa_mask, SIGSEGV);
    if (fault_signal::exchange(&New, &Old))
      return Old.sa_handler;
  }
  if (Handler != SIG_DFL && Handler != SIG_IGN && Handler != SIG_ERR) {
    findNextFunctions();
    SignalHold::noteHandler(Number);
  }
  return Nextsignal.get()(Number, Handler);
}

OURS int timer_create(clockid_t Clock, sigevent *How, timer_t *Made) noexcept {
  user::readsOne(How);
  user::writesOne(Made);
  if (!How || How->sigev_notify != SIGEV_THREAD)
    return Nexttimer_create.get()(Clock, How, Made);
  auto *Record = static_cast<Notified *>(std::malloc(sizeof(Notified)));
  if (!Record) {
    errno = EAGAIN;
    return -1;
  }
  *Record = {How->sigev_notify_function, How->sigev_value};
  sigevent Mine = *How;
  Mine.sigev_notify_function = notify;
  Mine.sigev_value.sival_ptr = Record;
  return Nexttimer_create.get()(Clock, &Mine, Made);
}

} // extern "C"
