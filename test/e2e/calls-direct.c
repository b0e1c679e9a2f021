// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// System calls by number, requests by number, and calls from places where little
// may be done: handlers of signals, children of vfork, threads that are
// cancelled, functions that run before main; in memory that a device has.
// RUN: sh %S/Inputs/foreign.sh %s %t
#define _GNU_SOURCE 1
#define _LARGEFILE64_SOURCE 1
#include "Inputs/device-memory.h"

#ifndef LOOPS
#include <fcntl.h>
#include <linux/futex.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/user.h>
#include <sys/utsname.h>
#include <sys/wait.h>
#include <time.h>

static int ends[2];
static void fill(const char *with, size_t size) {
  if (write(ends[1], with, size) != (ssize_t)size)
    abort();
}

/* Words that threads wait for, and until when. */
static void waited(void) {
  begin();
  const struct timespec millisecond = {0, 1000000};
  int *word = ONE(int), here = 5;
  const struct timespec *time = THIS(millisecond);
  go();
  say("FUTEX_WAIT", syscall(SYS_futex, word, FUTEX_WAIT, 7, 0L, 0L, 0L));
  go();
  say("FUTEX_WAIT_PRIVATE",
      syscall(SYS_futex, &here, FUTEX_WAIT_PRIVATE, 5, time, 0L, 0L));
  go();
  say("FUTEX_WAKE", syscall(SYS_futex, word, FUTEX_WAKE, 1, 0L, 0L, 0L));
  go();
  say("FUTEX_CMP_REQUEUE", syscall(SYS_futex, word, FUTEX_CMP_REQUEUE_PRIVATE,
                                   1, 1L, &here, 0));
  go();
  say("FUTEX_WAKE_OP",
      syscall(SYS_futex, &here, FUTEX_WAKE_OP_PRIVATE, 1, 1L, word,
              FUTEX_OP(FUTEX_OP_ADD, 3, FUTEX_OP_CMP_EQ, 0)));
  printf("%d\n", *word);
  go();
  say("FUTEX_LOCK_PI",
      syscall(SYS_futex, word, FUTEX_LOCK_PI_PRIVATE, 0, 0L, 0L, 0));
  printf("%d\n", (*word & FUTEX_TID_MASK) == syscall(SYS_gettid));
}

static void numbers(void) {
  static char contents[5000];
  memset(contents, 'y', sizeof contents);
  begin();
  char *to = room(5000), *path = text("/dev/null");
  struct utsname *kernel = ONE(struct utsname);
  struct timespec *now = ONE(struct timespec);
  struct iovec two[2] = {{to, 2000}, {to + 2000, 3000}};
  struct iovec *list = THIS(two);
  struct msghdr one = {0, 0, list, 2, 0, 0, 0};
  struct msghdr *message = THIS(one);
  struct mmsghdr *messages = item(&(struct mmsghdr){one, 0},
                                  sizeof(struct mmsghdr));
  fill(contents, 5000);
  go();
  say("SYS_read", syscall(SYS_read, ends[0], to, 5000));
  say_right("SYS_read", !memcmp(to, contents, 5000));
  go();
  say("SYS_uname", syscall(SYS_uname, kernel));
  say_right("SYS_uname", !strcmp(kernel->sysname, "Linux"));
  go();
  say("SYS_clock_gettime",
      syscall(SYS_clock_gettime, CLOCK_PROCESS_CPUTIME_ID, now));
  go();
  int file = (int)syscall(SYS_openat, AT_FDCWD, path, O_RDWR);
  say_right("SYS_openat", file >= 0);
  fill(contents, 5000);
  go();
  say("SYS_readv", syscall(SYS_readv, ends[0], list, 2));
  say_right("SYS_readv", !memcmp(to, contents, 5000));
  go();
  say("SYS_writev", syscall(SYS_writev, file, list, 2));
  go();
  say("SYS_pwritev2", syscall(SYS_pwritev2, ends[1], list, 2, -1L, -1L, 0));
  say("read", read(ends[0], contents, 5000));
  memset(contents, 'z', sizeof contents);
  int pair[2];
  if (socketpair(AF_UNIX, SOCK_SEQPACKET, 0, pair))
    abort();
  go();
  say("SYS_sendmsg", syscall(SYS_sendmsg, pair[0], message, 0));
  go();
  say("SYS_recvmsg", syscall(SYS_recvmsg, pair[1], message, 0));
  go();
  say("SYS_sendmmsg", syscall(SYS_sendmmsg, pair[0], messages, 1, 0));
  go();
  say("SYS_recvmmsg", syscall(SYS_recvmmsg, pair[1], messages, 1, 0, 0));
  printf("%u\n", messages->msg_len);
  struct iovec from = {contents, 5000};
  begin();
  to = room(5000);
  struct iovec into = {to, 5000}, *here = THIS(into), *there = THIS(from);
  go();
  say("SYS_process_vm_readv",
      syscall(SYS_process_vm_readv, getpid(), here, 1L, there, 1L, 0L));
  say_right("SYS_process_vm_readv", !memcmp(to, contents, 5000));
  close(file);
  close(pair[0]);
  close(pair[1]);

  begin();
  char *shell = text("/bin/sh"), *words[4] = {text("sh"), text("-c"),
                                              text("exit 9"), 0};
  char **list_of = THIS(words);
  go();
  pid_t child = vfork();
  if (child == 0) {
    syscall(SYS_execve, shell, list_of, environ);
    _exit(errno == EFAULT ? 99 : 98);
  }
  int how = 0;
  waitpid(child, &how, 0);
  printf("SYS_execve: %d\n", WEXITSTATUS(how));

  waited();

  /* Mappings that are changed by number are seen, too. */
  for (int round = 0; round < 3; ++round) {
    size_t size = 64 * PageBytes;
    char *a = (char *)syscall(SYS_mmap, 0, size, PROT_READ | PROT_WRITE,
                              MAP_PRIVATE | MAP_ANONYMOUS, -1L, 0L);
    copy((long)size, staged, a);
    if (round == 1)
      a = (char *)syscall(SYS_mremap, a, size, 2 * size, MREMAP_MAYMOVE, 0L);
    if (round == 2)
      syscall(SYS_madvise, a, size, MADV_DONTNEED);
    long sum = 0;
    for (size_t i = 0; i < size; ++i)
      sum += a[i];
    copy((long)size, staged, a);
    printf("SYS_mmap: %d %d\n", sum == 0, (int)syscall(SYS_munmap, a, size));
  }
}

static void requests(void) {
  fill("12345", 5);
  begin();
  int *waiting = ONE(int);
  go();
  say("ioctl", ioctl(ends[0], FIONREAD, waiting));
  printf("%d\n", *waiting);
  struct flock whole = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
  FILE *file = tmpfile();
  begin();
  struct flock *lock = THIS(whole);
  go();
  say("fcntl", fcntl(fileno(file), F_SETLK, lock));
  go();
  say("fcntl64", fcntl64(fileno(file), F_GETLK, lock));
  printf("%d\n", lock->l_type == F_UNLCK);
  fclose(file);
  begin();
  char *name = text("named"), *to = room(16);
  go();
  say("prctl", prctl(PR_SET_NAME, name));
  go();
  say("prctl", prctl(PR_GET_NAME, to));
  printf("%s\n", to);
  begin();
  siginfo_t *about = ONE(siginfo_t);
  fflush(stdout);
  pid_t child = fork();
  if (child == 0) {
    ptrace(PTRACE_TRACEME, 0, 0, 0);
    raise(SIGSTOP);
    _exit(0);
  }
  int how;
  waitpid(child, &how, 0);
  go();
  const long traced = ptrace(PTRACE_GETSIGINFO, child, 0, about);
  say_right("ptrace", errno != EFAULT && (traced || about->si_signo == SIGSTOP));
  kill(child, SIGKILL);
  waitpid(child, &how, 0);
}

/* In a handler, with an array that the program was about to use. */
static char *target;
static volatile long got;
static void handle(int number) {
  (void)number;
  const int error = errno;
  got = read(ends[0], target, 3000);
  errno = error;
}

static void *wait_for_bytes(void *to) {
  read(ends[0], to, 3000); /* a place where a thread is cancelled */
  return 0;
}

static void places(void) {
  struct sigaction action = {.sa_handler = handle};
  sigaction(SIGUSR1, &action, 0);
  static char contents[3000];
  memset(contents, 'h', sizeof contents);
  char rest[10];
  read(ends[0], rest, sizeof rest);
  begin();
  target = room(3000);
  for (int round = 0; round < 3; ++round) {
    fill(contents, 3000);
    go();
    raise(SIGUSR1);
    printf("in a handler: %ld %d\n", got, !memcmp(target, contents, 3000));
  }
  fill(contents, 3000);
  go();
  fflush(stdout);
  pid_t child = vfork();
  if (child == 0) {
    got = read(ends[0], target, 3000);
    _exit(0);
  }
  waitpid(child, 0, 0);
  printf("in a child of vfork: %ld %d\n", got,
         !memcmp(target, contents, 3000));
  go();
  pthread_t thread;
  pthread_create(&thread, 0, wait_for_bytes, target);
  nanosleep(&(struct timespec){0, 20000000}, 0);
  void *result = 0;
  pthread_cancel(thread);
  pthread_join(thread, &result);
  printf("cancelled: %d\n", result == PTHREAD_CANCELED);
  go();
  /* A call that fails says why, with what the array holds. */
  say("read", read(-1, target, 3000));
  say("stat", stat(text("/none/such"), (struct stat *)target));
  printf("%d\n", target[5]);
}

static char first[10];
__attribute__((constructor)) static void before_main(void) {
  int file = open("/dev/zero", O_RDONLY);
  first[0] = 1;
  first[1] = read(file, first, 1) == 1 && !first[0];
  close(file);
}

int main(void) {
  setvbuf(stdout, 0, _IOLBF, 0);
  if (pipe(ends))
    return 1;
  printf("before main: %d\n", first[1]);
  numbers();
  requests();
  places();
}
#endif
