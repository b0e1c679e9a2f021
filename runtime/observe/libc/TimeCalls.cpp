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

SEEN_EACH(2, writesOne(A2), clock_gettime, clock_getres, clock_adjtime);
SEEN(2, clock_settime, readsOne(A2));
SEEN_EACH(1, writesOne(A1), adjtimex, ntp_adjtime, time);
SEEN(2, adjtime, readsOne(A1), writesOne(A2));
SEEN(2, gettimeofday, writesOne(A1), writes(A2, sizeof(struct timezone)));
SEEN(2, settimeofday, readsOne(A1), readsOne(A2));
SEEN(2, timespec_get, writesOne(A1));
#if __GLIBC_PREREQ(2, 34)
SEEN(2, timespec_getres, writesOne(A1));
#endif

SEEN_EACH(2, (readsOne(A1), writesOne(A2)), nanosleep, thrd_sleep);
SEEN(4, clock_nanosleep, readsOne(A3), writesOne(A4));

SEEN_EACH(2, writesOne(A2), getitimer, timer_gettime);
SEEN(3, setitimer, readsOne(A2), writesOne(A3));
SEEN(4, timer_settime, readsOne(A3), writesOne(A4));

SEEN_EACH(2, (readsOne(A1), writesOne(A2)), sigaltstack, sigwait, sigwaitinfo);
SEEN(1, sigpending, writesOne(A1));
SEEN(3, sigtimedwait, readsOne(A1), writesOne(A2), readsOne(A3));
#if __GLIBC_PREREQ(2, 36)
SEEN(4, pidfd_send_signal, readsOne(A3));
#endif
