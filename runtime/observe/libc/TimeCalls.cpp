// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- TimeCalls.cpp - the functions of clocks, timers and signals' sets --===//
#undef _FORTIFY_SOURCE
#include "observe/libc/SeenCall.h"

#include <csignal>
#include <ctime>
#include <sys/time.h>
#include <sys/timex.h>
#include <threads.h>

#if __GLIBC_PREREQ(2, 36)
extern "C" { // which it says itself only later
#include <sys/pidfd.h>
}
#endif

using namespace twofold;

SEEN(2, clock_gettime, writesOne(A2));
SEEN(2, clock_getres, writesOne(A2));
SEEN(2, clock_settime, readsOne(A2));
SEEN(2, clock_adjtime, writesOne(A2));
SEEN(1, adjtimex, writesOne(A1));
SEEN(1, ntp_adjtime, writesOne(A1));
SEEN(2, adjtime, readsOne(A1), writesOne(A2));
SEEN(2, gettimeofday, writesOne(A1), writes(A2, sizeof(struct timezone)));
SEEN(2, settimeofday, readsOne(A1), readsOne(A2));
SEEN(1, time, writesOne(A1));
SEEN(2, timespec_get, writesOne(A1));
#if __GLIBC_PREREQ(2, 34)
SEEN(2, timespec_getres, writesOne(A1));
#endif

SEEN(2, nanosleep, readsOne(A1), writesOne(A2));
SEEN(4, clock_nanosleep, readsOne(A3), writesOne(A4));
SEEN(2, thrd_sleep, readsOne(A1), writesOne(A2));

SEEN(2, getitimer, writesOne(A2));
SEEN(3, setitimer, readsOne(A2), writesOne(A3));
SEEN(2, timer_gettime, writesOne(A2));
SEEN(4, timer_settime, readsOne(A3), writesOne(A4));

SEEN(2, sigaltstack, readsOne(A1), writesOne(A2));
SEEN(1, sigpending, writesOne(A1));
SEEN(3, sigtimedwait, readsOne(A1), writesOne(A2), readsOne(A3));
SEEN(2, sigwait, readsOne(A1), writesOne(A2));
SEEN(2, sigwaitinfo, readsOne(A1), writesOne(A2));
#if __GLIBC_PREREQ(2, 36)
SEEN(4, pidfd_send_signal, readsOne(A3));
#endif
