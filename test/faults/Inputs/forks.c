// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A program of which a thread forks whenever SIGUSR1 comes, in the midst of
// what other threads do with loops. The child uses an array that rested,
// computes with arrays of its own, and exits; the parent goes on.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { Count = 20000 };
pid_t forking_process; // the layer looks for it
static unsigned *resting;
static atomic_int rests, ends, wrong;

static void update(unsigned *a, unsigned by) {
#pragma twofold parallel for
  for (int i = 0; i < Count; ++i)
    a[i] = a[i] * 3 + by;
}

static unsigned sum(const unsigned *a) {
  unsigned total = 0;
#pragma twofold parallel for
  for (int i = 0; i < Count; ++i)
    total += a[i];
  return total;
}

static void count(unsigned *a, const unsigned *b) {
#pragma twofold parallel for
  for (int i = 0; i < Count; ++i)
    a[b[i] % 64] += b[i];
}

static int find(const unsigned *a, unsigned value) {
#pragma twofold parallel for
  for (int i = 0; i < Count; ++i)
    if (a[i] == value)
      return i;
  return -1;
}

static unsigned *made(unsigned salt) {
  unsigned *a = malloc(Count * sizeof *a);
  for (unsigned i = 0; i < Count; ++i)
    a[i] = i * 2654435761u + salt;
  return a;
}

static int is_right(const unsigned *a, unsigned salt, unsigned by) {
  for (unsigned i = 0; i < Count; ++i)
    if (a[i] != (i * 2654435761u + salt) * 3 + by)
      return 0;
  return 1;
}

static int child(void) {
  alarm(20);
  unsigned *own = made(11), expected = 0;
  if (rests && !is_right(resting, 7, 5))
    return 3;
  update(own, 9);
  if (!is_right(own, 11, 9))
    return 4;
  for (int i = 0; i < Count; ++i)
    expected += own[i];
  if (sum(own) != expected)
    return 5;
  if (rests) {
    update(resting, 1);
    for (unsigned i = 0; i < Count; ++i)
      if (resting[i] != ((i * 2654435761u + 7) * 3 + 5) * 3 + 1)
        return 6;
  }
  return 0;
}

static void *fork_when_told(void *unused) {
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGUSR1);
  struct timespec moment = {0, 20000000};
  while (1) {
    int last = ends;
    if (sigtimedwait(&set, NULL, &moment) != SIGUSR1) {
      if (last)
        return NULL;
      continue;
    }
    pid_t process = fork();
    if (process == 0)
      exit(child());
    int status = -1;
    waitpid(process, &status, 0);
    if (status) {
      fprintf(stderr, "a child ended with %x\n", (unsigned)status);
      wrong = 1;
    }
  }
}

int main(void) {
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGUSR1);
  pthread_sigmask(SIG_BLOCK, &set, NULL);
  forking_process = getpid();
  // Children of a fork while OpenMP's library begins wait for ever in it, with
  // loops of OpenMP's, too.
  int (*threads)(void) = (int (*)(void))dlsym(NULL, "omp_get_max_threads");
  if (threads)
    threads();
  pthread_t forker;
  pthread_create(&forker, NULL, fork_when_told, NULL);
  char text[400];
  int length = 0;
  resting = made(7);
  update(resting, 5), rests = 1;
  unsigned *x = made(1), *y = made(2);
  for (int t = 0; t < 3; ++t) {
    update(x, 5), x[t * 2000] += 9, update(x, x[17]), update(y, 2);
    count(x, y), update(y, 1);
    free(x), x = malloc(Count * sizeof *x);
    memcpy(x, y, Count * sizeof *x), update(y, 6), update(x, 1);
    length += sprintf(text + length, "%u %d\n", sum(x), find(y, y[15000]));
  }
  ends = 1;
  pthread_join(forker, NULL);
  length += sprintf(text + length, "%d %u %u\n", is_right(resting, 7, 5),
                    sum(x), sum(y));
  return write(1, text, (size_t)length) != length || wrong;
}
