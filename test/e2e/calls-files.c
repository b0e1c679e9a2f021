// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What files, pipes and events take and give, in memory that a device has.
// RUN: sh %S/Inputs/foreign.sh %s %t
#define _GNU_SOURCE 1
#define _LARGEFILE64_SOURCE 1
#include "Inputs/device-memory.h"

#ifndef LOOPS
#include <fcntl.h>
#include <poll.h>
#include <pty.h>
#include <signal.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/klog.h>
#include <sys/mman.h>
#include <sys/random.h>
#include <sys/select.h>
#include <sys/sendfile.h>
#include <sys/signalfd.h>
#include <sys/timerfd.h>
#include <sys/uio.h>

/* Under _FORTIFY_SOURCE. */
ssize_t __read_chk(int, void *, size_t, size_t);
ssize_t __pread_chk(int, void *, size_t, off_t, size_t);
ssize_t __pread64_chk(int, void *, size_t, off64_t, size_t);
int __poll_chk(struct pollfd *, nfds_t, int, size_t);
int __ppoll_chk(struct pollfd *, nfds_t, const struct timespec *,
                const sigset_t *, size_t);
int __ttyname_r_chk(int, char *, size_t, size_t);

enum { Size = 6000 };
static int file;
static char *bytes, *lists;
static struct iovec *list;

/* Room for what is read, and a list of two pieces of it. */
static void prepare(const char *contents) {
  begin();
  bytes = item(contents, Size);
  struct iovec two[2] = {{bytes + 10, 2000}, {bytes + 2010, 3000}};
  list = THIS(two);
  go();
}
static void sum(const char *name, long result) {
  say(name, result);
  long s = 0;
  for (long i = 0; i < Size; ++i)
    s = s * 31 + bytes[i];
  printf("%lx\n", s);
}
#define FILLED(name, ...)                                                      \
  do {                                                                         \
    prepare(0);                                                                \
    lseek(file, 100, SEEK_SET);                                                \
    sum(#name, name(__VA_ARGS__));                                             \
  } while (0)
static void written(const char *name, long result) {
  say(name, result);
  static char all[3 * Size];
  long n = pread(file, all, sizeof all, 0), s = n;
  for (long i = 0; i < n; ++i)
    s = s * 31 + all[i];
  printf("%lx\n", s);
}
#define SENT(name, ...)                                                        \
  do {                                                                         \
    prepare(lists);                                                            \
    lseek(file, 200, SEEK_SET);                                                \
    written(#name, name(__VA_ARGS__));                                         \
    ++lists[1000];                                                             \
  } while (0)

static void transfers(void) {
  char name[] = "/tmp/twofold-files-XXXXXX";
  file = mkstemp(name);
  unlink(name);
  lists = malloc(Size);
  for (int i = 0; i < Size; ++i)
    lists[i] = (char)(i * 7 + i / 251);
  if (write(file, lists, Size) != Size)
    abort();
  FILLED(read, file, bytes, Size - 100);
  FILLED(pread, file, bytes, Size, 1);
  FILLED(pread64, file, bytes, Size, 2);
  FILLED(readv, file, list, 2);
  FILLED(preadv, file, list, 2, 3);
  FILLED(preadv64, file, list, 2, 4);
  FILLED(preadv2, file, list, 2, 5, 0);
  FILLED(preadv64v2, file, list, 2, 6, 0);
  FILLED(__read_chk, file, bytes, 500, Size);
  FILLED(__pread_chk, file, bytes, 500, 7, Size);
  FILLED(__pread64_chk, file, bytes, 500, 8, Size);
  SENT(write, file, bytes, Size);
  SENT(pwrite, file, bytes, Size, 10);
  SENT(pwrite64, file, bytes, Size, 20);
  SENT(writev, file, list, 2);
  SENT(pwritev, file, list, 2, 30);
  SENT(pwritev64, file, list, 2, 40);
  SENT(pwritev2, file, list, 2, 50, 0);
  SENT(pwritev64v2, file, list, 2, 60, 0);

  int ends[2];
  begin();
  int *pair = room(2 * sizeof(int));
  go();
  say("pipe", pipe(pair));
  close(pair[0]);
  close(pair[1]);
  go();
  say("pipe2", pipe2(pair, O_CLOEXEC));
  memcpy(ends, pair, sizeof ends);
  prepare(lists);
  say("vmsplice", vmsplice(ends[1], list, 2, 0));
  static char back[5000];
  say_right("vmsplice",
            read(ends[0], back, 5000) == 5000 && !memcmp(back, lists + 10, 5000));
  begin();
  off64_t at = 50, to = 9000;
  off64_t *from = THIS(at), *where = THIS(to);
  go();
  say("splice", splice(file, from, ends[1], 0, 1000, 0));
  go();
  say("splice", splice(ends[0], 0, file, where, 1000, 0));
  go();
  say("copy_file_range", copy_file_range(file, from, file, where, 300, 0));
  printf("%ld %ld\n", (long)*from, (long)*where);
  go();
  say("sendfile", sendfile(ends[1], file, (off_t *)from, 200));
  go();
  say("sendfile64", sendfile64(ends[1], file, from, 100));
  printf("%ld\n", (long)*from);
  close(ends[0]);
  close(ends[1]);
  close(file);
  begin();
  eventfd_t *count = ONE(eventfd_t);
  go();
  int events = eventfd(7, 0);
  say("eventfd_read", eventfd_read(events, count));
  printf("%ld\n", (long)*count);
  close(events);
}

/* A pipe that can be read. */
static void waiting(void) {
  int ends[2];
  if (pipe(ends) || write(ends[1], "12", 2) != 2)
    abort();
  struct pollfd one = {ends[0], POLLIN, 0};
  struct timespec soon = {0, 1000};
  struct timeval little = {0, 1000};
  sigset_t none;
  sigemptyset(&none);
  fd_set set;
  FD_ZERO(&set);
  FD_SET(ends[0], &set);
  begin();
  struct pollfd *polled = THIS(one);
  struct timespec *time = THIS(soon);
  struct timeval *interval = THIS(little);
  sigset_t *mask = THIS(none);
  fd_set *reading = THIS(set), *writing = ONE(fd_set), *special = ONE(fd_set);
#define WAIT(name, ok, ...)                                                    \
  do {                                                                         \
    go();                                                                      \
    say(#name, name(__VA_ARGS__));                                             \
    say_right(#name, ok);                                                      \
  } while (0)
  WAIT(poll, polled->revents == POLLIN, polled, 1, 0);
  WAIT(__poll_chk, polled->revents == POLLIN, polled, 1, 0, sizeof one);
  WAIT(ppoll, polled->revents == POLLIN, polled, 1, time, mask);
  WAIT(__ppoll_chk, polled->revents == POLLIN, polled, 1, time, mask,
       sizeof one);
  WAIT(select, FD_ISSET(ends[0], reading), ends[0] + 1, reading, writing,
       special, interval);
  WAIT(pselect, FD_ISSET(ends[0], reading), ends[0] + 1, reading, writing,
       special, time, mask);
  struct epoll_event about = {EPOLLIN, {.u64 = 77}};
  int watcher = epoll_create(1);
  begin();
  struct epoll_event *event = THIS(about),
                     *found = room(3 * sizeof(struct epoll_event));
  time = THIS(soon);
  mask = THIS(none);
  go();
  say("epoll_ctl", epoll_ctl(watcher, EPOLL_CTL_ADD, ends[0], event));
  WAIT(epoll_wait, found->data.u64 == 77, watcher, found, 3, 0);
  WAIT(epoll_pwait, found->data.u64 == 77, watcher, found, 3, 0, mask);
#if __GLIBC_PREREQ(2, 35)
  WAIT(epoll_pwait2, found->data.u64 == 77, watcher, found, 3, time, mask);
#endif
  close(watcher);
  close(ends[0]);
  close(ends[1]);

  go();
  int signals = signalfd(-1, mask, 0);
  say("signalfd", signals < 0 ? -1 : 0);
  close(signals);
  struct itimerspec late = {{5, 0}, {1000, 0}};
  begin();
  struct itimerspec *set_to = THIS(late), *was = ONE(struct itimerspec);
  int timer = timerfd_create(CLOCK_MONOTONIC, 0);
  WAIT(timerfd_settime, was->it_value.tv_sec == 0, timer, 0, set_to, was);
  WAIT(timerfd_gettime, was->it_interval.tv_sec == 5, timer, was);
  close(timer);
}

/* Whether any of it was written. */
static int any(const char *from, size_t size) {
  int sum = 0;
  for (size_t i = 0; i < size; ++i)
    sum |= from[i];
  return sum != 0;
}

static void others(void) {
  begin();
  char *to = room(200);
  go();
  say("getrandom", getrandom(to, 200, 0));
  say_right("getrandom", any(to, 200));
  go();
  say("getentropy", getentropy(to, 200));
  say_right("getentropy", any(to, 200));
#if __GLIBC_PREREQ(2, 36)
  go();
  arc4random_buf(to, 200);
  say_right("arc4random_buf", any(to, 200));
#endif
  go();
  say_right("klogctl", klogctl(3, to, 100) >= -1 && errno != EFAULT);

  struct termios plain;
  memset(&plain, 0, sizeof plain);
  struct winsize window = {33, 44, 0, 0};
  begin();
  struct termios *how = THIS(plain);
  struct winsize *size = THIS(window);
  char *name = room(64);
  go();
  int control, end;
  say("openpty", openpty(&control, &end, 0, how, size));
  struct winsize is = {0, 0, 0, 0};
  ioctl(control, TIOCGWINSZ, &is);
  printf("%d %d\n", is.ws_row, is.ws_col);
  go();
  say("ttyname_r", -ttyname_r(end, name, 64));
  say_right("ttyname_r", !strncmp(name, "/dev/pts/", 9));
  go();
  say("__ttyname_r_chk", -__ttyname_r_chk(end, name, 64, 64));
  say_right("__ttyname_r_chk", !strncmp(name, "/dev/pts/", 9));
  close(control);
  close(end);
  go();
  fflush(stdout);
  int child = forkpty(&control, 0, how, size);
  if (child == 0)
    _exit(0);
  say_right("forkpty", child > 0);
  close(control);

  begin();
  unsigned char *in_core = room(40);
  go();
  say("mincore", mincore(staged, 40 * PageBytes, in_core));
  say_right("mincore", in_core[0] & 1);
  to = shown + 3 * PageBytes;
  go();
  say("mlock", mlock(to, 2 * PageBytes));
  munlock(to, 2 * PageBytes);
  go();
  say("mlock2", mlock2(to, 2 * PageBytes, 0));
  munlock(to, 2 * PageBytes);
}

int main(void) {
  setvbuf(stdout, 0, _IOLBF, 0);
  transfers();
  waiting();
  others();
}
#endif
