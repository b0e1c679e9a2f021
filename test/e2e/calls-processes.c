// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What processes, threads and limits take and give, in memory that a device has.
// RUN: sh %S/Inputs/foreign.sh %s %t
#define _GNU_SOURCE 1
#define _LARGEFILE64_SOURCE 1
#include "Inputs/device-memory.h"

#ifndef LOOPS
#include <fcntl.h>
#include <grp.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/sysinfo.h>
#include <sys/times.h>
#include <sys/uio.h>
#include <sys/utsname.h>
#include <sys/wait.h>

extern char **environ;

/* A thread whose stack is an array that a device has had. */
static void *deep(void *from) {
  char all[60000];
  memset(all, *(char *)from, sizeof all);
  long sum = 0;
  for (size_t i = 0; i < sizeof all; ++i)
    sum += ((volatile char *)all)[i];
  return (void *)sum;
}

static void stacks(void) {
  const size_t size = Pages * PageBytes;
  begin();
  char *stack = aligned_alloc(PageBytes, size);
  pthread_attr_t how;
  pthread_attr_init(&how);
  copy((long)size, staged, stack);
  printf("pthread_attr_setstack: %d\n",
         pthread_attr_setstack(&how, stack, size));
  copy((long)size, staged, stack);
  pthread_t thread;
  void *sum = 0;
  if (pthread_create(&thread, &how, deep, "\3") ||
      pthread_join(thread, &sum))
    abort();
  printf("%ld\n", (long)sum);
  pthread_attr_destroy(&how);
  free(stack);
}
int capget(void *, void *);
int capset(void *, const void *);
int __getgroups_chk(int, gid_t *, size_t);

/* A list of texts. */
static char **listed(const char *one, const char *two, const char *three) {
  char *all[4] = {text(one), text(two), text(three), 0};
  return THIS(all);
}

static char *shell, *name, **arguments, **environment;
static void prepare(void) {
  begin();
  shell = text("/bin/sh");
  name = text("sh");
  arguments = listed("sh", "-c", "exit $((ANSWER + 2))");
  environment = listed("ANSWER=40", "PATH=/bin:/usr/bin", "A=b");
  go();
}

static void ended(const char *what, pid_t child) {
  int how = -1;
  if (waitpid(child, &how, 0) != child)
    how = -1;
  printf("%s: %d\n", what, WEXITSTATUS(how));
}

/* In a child that has this one's memory. */
#define RUN(what, ...)                                                         \
  do {                                                                         \
    prepare();                                                                 \
    fflush(stdout);                                                            \
    pid_t child = vfork();                                                     \
    if (child == 0) {                                                          \
      what(__VA_ARGS__);                                                       \
      _exit(errno == EFAULT ? 99 : 98);                                        \
    }                                                                          \
    ended(#what, child);                                                       \
  } while (0)

static void programs(void) {
  setenv("ANSWER", "10", 1);
  begin();
  char *command = text("exit 12");
  go();
  printf("system: %d\n", WEXITSTATUS(system(command)));
  go();
  FILE *stream = popen(command, "r");
  printf("popen: %d\n", stream ? WEXITSTATUS(pclose(stream)) : -1);
  RUN(execve, shell, arguments, environment);
  RUN(execv, shell, arguments);
  RUN(execvp, name, arguments);
  RUN(execvpe, name, arguments, environment);
  RUN(execl, shell, arguments[0], arguments[1], arguments[2], (char *)0);
  RUN(execlp, name, arguments[0], arguments[1], arguments[2], (char *)0);
  RUN(execle, shell, arguments[0], arguments[1], arguments[2], (char *)0,
      environment);
  const int file = open("/bin/sh", O_RDONLY | O_CLOEXEC);
  RUN(fexecve, file, arguments, environment);
#if __GLIBC_PREREQ(2, 34)
  RUN(execveat, AT_FDCWD, shell, arguments, environment, 0);
#endif
  close(file);
  pid_t child;
  prepare();
  say("posix_spawn", -posix_spawn(&child, shell, 0, 0, arguments, environment));
  ended("posix_spawn", child);
  prepare();
  say("posix_spawnp",
      -posix_spawnp(&child, name, 0, 0, arguments, environment));
  ended("posix_spawnp", child);
  char *const none[] = {"ANSWER=1", 0};
  char **usual = environ;
  begin();
  environ = item(none, sizeof none);
  shell = text("/bin/sh");
  go();
  child = vfork();
  if (child == 0) {
    execl(shell, "sh", "-c", "exit $((ANSWER + 2))", (char *)0);
    _exit(errno == EFAULT ? 99 : 98);
  }
  ended("environ", child);
  environ = usual;
}

static pid_t child_that_ends(int with) {
  fflush(stdout);
  pid_t child = vfork();
  if (child == 0)
    _exit(with);
  return child;
}

static void ends(void) {
  begin();
  int *how = ONE(int);
  struct rusage *use = ONE(struct rusage);
  siginfo_t *what = ONE(siginfo_t);
#define ENDS(call, ok, ...)                                                    \
  do {                                                                         \
    pid_t child = child_that_ends(7);                                          \
    (void)child;                                                               \
    go();                                                                      \
    say_right(#call, call(__VA_ARGS__) >= 0 && (ok));                          \
  } while (0)
  ENDS(wait, WEXITSTATUS(*how) == 7, how);
  ENDS(waitpid, WEXITSTATUS(*how) == 7, child, how, 0);
  ENDS(wait3, WEXITSTATUS(*how) == 7 && use->ru_minflt >= 0, how, 0, use);
  ENDS(wait4, WEXITSTATUS(*how) == 7 && use->ru_minflt >= 0, child, how, 0,
       use);
  ENDS(waitid, what->si_status == 7, P_PID, (id_t)child, what, WEXITED);
}

#define ASK(call, ok, ...)                                                     \
  do {                                                                         \
    go();                                                                      \
    say_right(#call, call(__VA_ARGS__) >= 0);                                  \
    say_right(#call, ok);                                                      \
  } while (0)

static void limits(void) {
  struct rlimit some;
  getrlimit(RLIMIT_CORE, &some);
  begin();
  struct rusage *use = ONE(struct rusage);
  struct rlimit *to = THIS(some), *was = ONE(struct rlimit);
  struct rlimit64 *to64 = (void *)to, *was64 = (void *)was;
  struct sysinfo *machine = ONE(struct sysinfo);
  struct tms *spent = ONE(struct tms);
  struct utsname *kernel = ONE(struct utsname);
  ASK(getrusage, use->ru_maxrss > 0, RUSAGE_SELF, use);
  ASK(getrlimit, was->rlim_max == some.rlim_max, RLIMIT_CORE, was);
  ASK(getrlimit64, was->rlim_max == some.rlim_max, RLIMIT_CORE, was64);
  ASK(setrlimit, 1, RLIMIT_CORE, to);
  ASK(setrlimit64, 1, RLIMIT_CORE, to64);
  ASK(prlimit, was->rlim_max == some.rlim_max, 0, RLIMIT_CORE, to, was);
  ASK(prlimit64, was->rlim_max == some.rlim_max, 0, RLIMIT_CORE, to64, was64);
  ASK(sysinfo, machine->totalram > 0, machine);
  ASK(times, spent->tms_utime >= 0, spent);
  ASK(uname, !strcmp(kernel->sysname, "Linux"), kernel);
  begin();
  gid_t *groups = room(64 * sizeof(gid_t)), *g = ONE(gid_t), *e = ONE(gid_t),
        *s = ONE(gid_t);
  ASK(getgroups, 1, 64, groups);
  ASK(__getgroups_chk, 1, 64, groups, 64 * sizeof(gid_t));
  ASK(getresuid, *g == getuid() && *e == geteuid(), g, e, s);
  ASK(getresgid, *g == getgid() && *e == getegid(), g, e, s);
  gid_t have[64];
  int count = getgroups(64, have);
  begin();
  groups = THIS(have);
  go();
  say("setgroups", setgroups((size_t)count, groups));
  struct {
    unsigned version;
    int pid;
  } head = {0x20080522, 0}, *header;
  struct {
    unsigned effective, permitted, inheritable;
  } *sets;
  begin();
  header = THIS(head);
  sets = room(2 * sizeof *sets);
  ASK(capget, 1, header, sets);
  memcpy(staged + ((char *)sets - shown), sets, 2 * sizeof *sets);
  ASK(capset, 1, header, sets);
}

static void schedules(void) {
  cpu_set_t all;
  sched_getaffinity(0, sizeof all, &all);
  struct sched_param none = {0};
  begin();
  cpu_set_t *from = THIS(all), *to = ONE(cpu_set_t);
  struct sched_param *how = THIS(none);
  struct timespec *slice = ONE(struct timespec);
  unsigned *where = ONE(unsigned), *node = ONE(unsigned);
  char *named = room(16), *as = text("loops");
  ASK(getcpu, 1, where, node);
  ASK(sched_getaffinity, CPU_EQUAL(to, &all), 0, sizeof all, to);
  ASK(sched_setaffinity, 1, 0, sizeof all, from);
  ASK(sched_getparam, how->sched_priority == 0, 0, how);
  ASK(sched_setparam, 1, 0, how);
  ASK(sched_setscheduler, 1, 0, SCHED_OTHER, how);
  ASK(sched_rr_get_interval, 1, 0, slice);
  pthread_t me = pthread_self();
#define THREAD(call, ok, ...) ASK(-call, ok, __VA_ARGS__)
  THREAD(pthread_getaffinity_np, CPU_EQUAL(to, &all), me, sizeof all, to);
  THREAD(pthread_setaffinity_np, 1, me, sizeof all, from);
  THREAD(pthread_setname_np, 1, me, as);
  THREAD(pthread_getname_np, !strcmp(named, "loops"), me, named, 16);
  THREAD(pthread_setschedparam, 1, me, SCHED_OTHER, how);
}

/* From this process to itself. */
static void memory(void) {
  char bytes[3000];
  memset(bytes, 'x', sizeof bytes);
  begin();
  char *from = THIS(bytes), *to = room(sizeof bytes);
  struct iovec one = {to, sizeof bytes}, two = {from, sizeof bytes};
  struct iovec *here = THIS(one), *there = THIS(two);
  go();
  say("process_vm_readv", process_vm_readv(getpid(), here, 1, there, 1, 0));
  say_right("process_vm_readv", !memcmp(to, bytes, sizeof bytes));
  go();
  say("process_vm_writev", process_vm_writev(getpid(), there, 1, here, 1, 0));
  say_right("process_vm_writev", !memcmp(to, bytes, sizeof bytes));
}

int main(void) {
  setvbuf(stdout, 0, _IOLBF, 0);
  programs();
  ends();
  limits();
  schedules();
  memory();
  stacks();
}
#endif
