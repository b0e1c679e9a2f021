// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What clocks, timers and masks take and give, in memory that a device has.
// RUN: sh %S/Inputs/foreign.sh %s %t
#define _GNU_SOURCE 1
#include "Inputs/device-memory.h"

#ifndef LOOPS
#include <pthread.h>
#include <signal.h>
#include <sys/pidfd.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/timex.h>
#include <threads.h>
#include <time.h>

#define ASK(call, ok, ...)                                                     \
  do {                                                                         \
    go();                                                                      \
    say(#call, call(__VA_ARGS__) < 0 ? -1 : 0);                                \
    say_right(#call, ok);                                                      \
  } while (0)

static volatile int handled;
static void handle(int number) { handled = number; }

static void clocks(void) {
  begin();
  struct timespec *now = ONE(struct timespec);
  struct timeval *of_day = ONE(struct timeval);
  struct timezone *zone = ONE(struct timezone);
  struct timex *kernel = ONE(struct timex);
  time_t *seconds = ONE(time_t);
  ASK(clock_gettime, now->tv_sec > 0, CLOCK_MONOTONIC, now);
  ASK(clock_gettime, now->tv_nsec > 0, CLOCK_PROCESS_CPUTIME_ID, now);
  ASK(clock_gettime, now->tv_nsec > 0, CLOCK_THREAD_CPUTIME_ID, now);
  ASK(clock_getres, now->tv_nsec > 0, CLOCK_PROCESS_CPUTIME_ID, now);
  ASK(gettimeofday, of_day->tv_sec > 0, of_day, zone);
  ASK(time, *seconds > 0, seconds);
  ASK(timespec_get, now->tv_sec > 0, now, TIME_UTC);
#if __GLIBC_PREREQ(2, 34)
  ASK(timespec_getres, now->tv_nsec > 0, now, TIME_UTC);
#endif
  ASK(adjtimex, kernel->tick > 0, kernel);
  ASK(ntp_adjtime, kernel->tick > 0, kernel);
  ASK(clock_adjtime, kernel->tick > 0, CLOCK_REALTIME, kernel);
  ASK(adjtime, of_day->tv_sec == 0, 0, of_day);
  /* Clocks that cannot be set, and a time that none can have. */
  ASK(clock_settime, 1, CLOCK_MONOTONIC, now);
  struct timeval wrong = {0, -1};
  begin();
  of_day = THIS(wrong);
  ASK(settimeofday, 1, of_day, 0);
}

static void sleeps(void) {
  struct timespec soon = {0, 1000};
  begin();
  struct timespec *time = THIS(soon), *rest = ONE(struct timespec);
  ASK(nanosleep, 1, time, rest);
  ASK(clock_nanosleep, errno == 0, CLOCK_MONOTONIC, 0, time, rest);
  ASK(thrd_sleep, 1, time, rest);
}

static void timers(void) {
  struct itimerval far = {{5, 0}, {1000, 0}};
  struct itimerspec exact = {{6, 0}, {1000, 0}};
  struct sigevent quiet;
  memset(&quiet, 0, sizeof quiet);
  quiet.sigev_notify = SIGEV_NONE;
  begin();
  struct itimerval *to = THIS(far), *was = ONE(struct itimerval);
  struct itimerspec *set = THIS(exact), *is = ONE(struct itimerspec);
  struct sigevent *how = THIS(quiet);
  timer_t *made = ONE(timer_t);
  ASK(setitimer, was->it_value.tv_sec == 0, ITIMER_PROF, to, was);
  ASK(getitimer, was->it_interval.tv_sec == 5, ITIMER_PROF, was);
  ASK(timer_create, 1, CLOCK_MONOTONIC, how, made);
  timer_t timer = *made;
  ASK(timer_settime, is->it_value.tv_sec == 0, timer, 0, set, is);
  ASK(timer_gettime, is->it_interval.tv_sec == 6, timer, is);
  timer_delete(timer);
}

static void masks(void) {
  sigset_t user;
  sigemptyset(&user);
  sigaddset(&user, SIGUSR1);
  struct timespec soon = {0, 1000};
  static char other[1 << 16];
  stack_t stack = {other, 0, sizeof other};
  begin();
  sigset_t *set = THIS(user), *was = ONE(sigset_t);
  siginfo_t *about = ONE(siginfo_t);
  int *number = ONE(int);
  struct timespec *time = THIS(soon);
  stack_t *to = THIS(stack), *before = ONE(stack_t);
  ASK(sigprocmask, !sigismember(was, SIGUSR1), SIG_BLOCK, set, was);
  ASK(pthread_sigmask, sigismember(was, SIGUSR1), SIG_BLOCK, set, was);
  raise(SIGUSR1);
  ASK(sigpending, sigismember(was, SIGUSR1), was);
  ASK(sigwait, *number == SIGUSR1, set, number);
  raise(SIGUSR1);
  ASK(sigwaitinfo, about->si_signo == SIGUSR1, set, about);
  raise(SIGUSR1);
  ASK(sigtimedwait, about->si_signo == SIGUSR1, set, about, time);
  struct sigaction nothing = {.sa_handler = SIG_DFL};
  begin();
  struct sigaction *action = THIS(nothing), *old = ONE(struct sigaction);
  ASK(sigaction, old->sa_handler != handle, SIGUSR2, action, old);
#if __GLIBC_PREREQ(2, 36)
  siginfo_t what;
  memset(&what, 0, sizeof what);
  what.si_code = SI_QUEUE;
  begin();
  about = THIS(what);
  const int me = pidfd_open(getpid(), 0);
  ASK(pidfd_send_signal, 1, me, 0, about, 0);
  close(me);
#endif
  begin();
  to = THIS(stack);
  before = ONE(stack_t);
  ASK(sigaltstack, before->ss_size != sizeof other, to, before);
}

/* A signal that comes during a wait whose mask is in an array. */
static void waits(void) {
  signal(SIGUSR2, handle);
  sigset_t most, user;
  sigemptyset(&user);
  sigaddset(&user, SIGUSR2);
  pthread_sigmask(SIG_BLOCK, &user, 0);
  sigfillset(&most);
  sigdelset(&most, SIGUSR2);
  begin();
  sigset_t *mask = THIS(most);
  raise(SIGUSR2);
  go();
  say("sigsuspend", sigsuspend(mask) == -1 && errno == EINTR ? 0 : -1);
  printf("%d\n", handled == SIGUSR2);
}

int main(void) {
  setvbuf(stdout, 0, _IOLBF, 0);
  clocks();
  sleeps();
  timers();
  masks();
  waits();
}
#endif
