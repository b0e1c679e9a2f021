// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- ProcessCalls.cpp - the functions of processes, threads and limits --===//
#undef _FORTIFY_SOURCE
#include "observe/Observation.h"
#include "observe/libc/SeenCall.h"
#include "system/ProcessEnd.h"

#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <grp.h>
#include <pthread.h>
#include <sched.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/sysinfo.h>
#include <sys/times.h>
#include <sys/uio.h>
#include <sys/utsname.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace twofold;

// What no header declares, or only under _FORTIFY_SOURCE.
extern "C" {
int capget(void *, void *) noexcept;
int capset(void *, const void *) noexcept;
int __getgroups_chk(int, gid_t *, size_t);
}

// Of the header and the data of capabilities, in their largest form.
static constexpr unsigned HeaderBytes = 8, CapabilityBytes = 24;

SEEN(1, system, argument(A1));
SEEN(2, popen, argument(A1));
SEEN_EACH(3, (text(A1), arguments(A2), arguments(A3)), execve, execvpe);
SEEN_EACH(2, (text(A1), arguments(A2), arguments(environ)), execv, execvp);
SEEN(3, fexecve, arguments(A2), arguments(A3));
#if __GLIBC_PREREQ(2, 34)
SEEN(5, execveat, text(A2), arguments(A3), arguments(A4));
#endif
SEEN_EACH(6, (text(A2), arguments(A5), arguments(A6)), posix_spawn,
          posix_spawnp);

SEEN(1, wait, writesOne(A1));
SEEN(3, wait3, writesOne(A1), writesOne(A3));
SEEN(4, wait4, writesOne(A2), writesOne(A4));
SEEN(4, waitid, writesOne(A3));
SEEN(3, waitpid, writesOne(A2));

SEEN_EACH(2, writesOne(A2), getrusage, getrlimit, getrlimit64);
SEEN_EACH(2, readsOne(A2), setrlimit, setrlimit64);
SEEN_EACH(4, (readsOne(A3), writesOne(A4)), prlimit, prlimit64);
SEEN_EACH(1, writesOne(A1), sysinfo, times, uname);

SEEN(2, getgroups, writesAll(A2, A1));
SEEN(3, __getgroups_chk, writesAll(A2, A1));
SEEN(2, setgroups, readsAll(A2, A1));
SEEN_EACH(3, (writesOne(A1), writesOne(A2), writesOne(A3)), getresuid,
          getresgid);
SEEN(2, capget, writes(A1, HeaderBytes), writes(A2, CapabilityBytes));
SEEN(2, capset, writes(A1, HeaderBytes), reads(A2, CapabilityBytes));

SEEN(2, getcpu, writesOne(A1), writesOne(A2));
SEEN_EACH(3, writes(A3, A2), sched_getaffinity, pthread_getaffinity_np);
SEEN_EACH(3, reads(A3, A2), sched_setaffinity, pthread_setaffinity_np);
SEEN_EACH(2, writesOne(A2), sched_getparam, sched_rr_get_interval);
SEEN(2, sched_setparam, readsOne(A2));
SEEN_EACH(3, readsOne(A3), sched_setscheduler, pthread_setschedparam);
SEEN(3, pthread_getname_np, writes(A2, A3));
SEEN(2, pthread_setname_np, text(A2));

#if __GLIBC_PREREQ(2, 36)
SEEN(5, process_madvise, pieces(A2, A3, true));
#endif
SEEN(6, process_vm_readv, pieces(A2, A3, true),
     A1 == getpid() ? pieces(A4, A5, false) : readsAll(A4, A5));
SEEN(6, process_vm_writev, pieces(A2, A3, false),
     A1 == getpid() ? pieces(A4, A5, true) : readsAll(A4, A5));

NEXT(pthread_attr_setstack);

/// A thread that has none of its stack cannot be told so: what is an array of
/// the program's is lent to the thread until it is freed.
extern "C" OURS int pthread_attr_setstack(pthread_attr_t *Of, void *Begin,
                                          size_t Size) noexcept {
  const int Outcome = Nextpthread_attr_setstack.get()(Of, Begin, Size);
  if (Outcome == 0 &&
      !observation::watchedExtentOf(observation::addressOf(Begin)).empty())
    observation::lend(Begin, observation::rangeOf(Begin, Size));
  return Outcome;
}

NEXT(execl);
NEXT(execle);
NEXT(execlp);

/// The arguments that follow, as a list; without one they end the same way.
#define EXEC(Name, Next, ...)                                                  \
  OURS int Name(const char *Path, const char *First, ...) noexcept {           \
    va_list More, Again;                                                       \
    va_start(More, First);                                                     \
    va_copy(Again, More);                                                      \
    size_t Count = 1;                                                          \
    for (const char *Each = First; Each; Each = va_arg(Again, const char *))   \
      ++Count;                                                                 \
    va_end(Again);                                                             \
    auto **List =                                                              \
        static_cast<char **>(__builtin_alloca(Count * sizeof(char *)));        \
    List[0] = const_cast<char *>(First);                                       \
    for (size_t I = 1; I < Count; ++I)                                         \
      List[I] = va_arg(More, char *);                                          \
    [[maybe_unused]] char *const *Environment =                                \
        Wants##Name ? va_arg(More, char *const *) : nullptr;                   \
    va_end(More);                                                              \
    return Next(__VA_ARGS__);                                                  \
  }

static constexpr bool Wantsexecl = false, Wantsexecle = true,
                      Wantsexeclp = false;

extern "C" {
EXEC(execl, execv, Path, List)
EXEC(execle, execve, Path, List, Environment)
EXEC(execlp, execvp, Path, List)
}

NEXT(exit);

/// Any thread may end the process. Before the first handler runs, devices are
/// left.
extern "C" OURS void exit(int Status) {
  ProcessEnd::begin(Status);
  Nextexit.get()(Status);
  __builtin_unreachable();
}
