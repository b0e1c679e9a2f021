// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- Signals.cpp - the functions that change SIGSEGV's handling ---------===//
//
// The program may set a handler of SIGSEGV whenever it likes: it gets the
// faults that are not the guard's. A thread that blocks SIGSEGV would be killed
// by a touch of a guarded page (the kernel cannot deliver it), so it does not
// get blocked; to block it has no other effect on faults than death. The same
// goes for what a handler of another signal has blocked while it runs.
//
//===----------------------------------------------------------------------===//
#include "guard/FaultSignal.h"
#include "observe/libc/NextFunction.h"
#include "observe/libc/SeenCall.h"
#include "system/SignalHold.h"

#include <cerrno>
#include <csignal>
#include <cstdint>
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
NEXT(sigprocmask);
NEXT(pthread_sigmask);
NEXT(pthread_attr_setsigmask_np);
NEXT(sigsuspend);
NEXT(ppoll);
NEXT(__ppoll_chk);
NEXT(pselect);
NEXT(epoll_pwait);
#if __GLIBC_PREREQ(2, 35)
NEXT(epoll_pwait2);
#endif
NEXT(timer_create);

/// Mask without SIGSEGV, in Room, where it would be blocked.
static const sigset_t *unblocked(const sigset_t *Mask, sigset_t &Room) {
  if (!Mask || sigismember(Mask, SIGSEGV) != 1)
    return Mask;
  Room = *Mask;
  sigdelset(&Room, SIGSEGV);
  return &Room;
}

static const sigset_t *unblocked(int How, const sigset_t *New, sigset_t &Room) {
  return How == SIG_UNBLOCK ? New : unblocked(New, Room);
}

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

OURS int sigprocmask(int How, const sigset_t *New, sigset_t *Old) noexcept {
  user::readsOne(New);
  user::writesOne(Old);
  sigset_t Room;
  return Nextsigprocmask.get()(How, unblocked(How, New, Room), Old);
}

OURS int pthread_sigmask(int How, const sigset_t *New, sigset_t *Old) noexcept {
  user::readsOne(New);
  user::writesOne(Old);
  sigset_t Room;
  return Nextpthread_sigmask.get()(How, unblocked(How, New, Room), Old);
}

OURS int pthread_attr_setsigmask_np(pthread_attr_t *Of, const sigset_t *Mask) {
  sigset_t Room;
  return Nextpthread_attr_setsigmask_np.get()(Of, unblocked(Mask, Room));
}

OURS int sigsuspend(const sigset_t *Mask) {
  user::readsOne(Mask);
  sigset_t Room;
  return Nextsigsuspend.get()(unblocked(Mask, Room));
}

OURS int ppoll(pollfd *Files, nfds_t Count, const timespec *Time,
               const sigset_t *Mask) {
  user::writesAll(Files, Count);
  user::writesOne(Time);
  user::readsOne(Mask);
  sigset_t Room;
  return Nextppoll.get()(Files, Count, Time, unblocked(Mask, Room));
}

OURS int __ppoll_chk(pollfd *Files, nfds_t Count, const timespec *Time,
                     const sigset_t *Mask, size_t Bytes) {
  user::writesAll(Files, Count);
  user::writesOne(Time);
  user::readsOne(Mask);
  sigset_t Room;
  return Next__ppoll_chk.get()(Files, Count, Time, unblocked(Mask, Room),
                               Bytes);
}

OURS int pselect(int Count, fd_set *Read, fd_set *Write, fd_set *Except,
                 const timespec *Time, const sigset_t *Mask) {
  for (const fd_set *Set : {Read, Write, Except})
    user::files(Set, Count);
  user::writesOne(Time);
  user::readsOne(Mask);
  sigset_t Room;
  return Nextpselect.get()(Count, Read, Write, Except, Time,
                           unblocked(Mask, Room));
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

OURS int epoll_pwait(int File, epoll_event *Events, int Count, int Time,
                     const sigset_t *Mask) {
  user::writesAll(Events, Count);
  user::readsOne(Mask);
  sigset_t Room;
  return Nextepoll_pwait.get()(File, Events, Count, Time,
                               unblocked(Mask, Room));
}

#if __GLIBC_PREREQ(2, 35)
OURS int epoll_pwait2(int File, epoll_event *Events, int Count,
                      const timespec *Time, const sigset_t *Mask) {
  user::writesAll(Events, Count);
  user::readsOne(Time);
  user::readsOne(Mask);
  sigset_t Room;
  return Nextepoll_pwait2.get()(File, Events, Count, Time,
                                unblocked(Mask, Room));
}
#endif

} // extern "C"
