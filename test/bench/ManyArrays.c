// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- ManyArrays.c - what a call takes where arrays are many -------------===//
//
// ManyArrays COUNT malloc|twofold [ROUNDS]
//
// COUNT arrays of 80 KB, of the allocator or of twofold_alloc, of which each
// call changes one: microseconds of a call in three rounds over all of them,
// and of an access of the host afterwards; in brackets what all threads
// together were at work. Compiled with the installed flags:
//
//   clang-22 --config twofold.cfg -O2 test/bench/ManyArrays.c
//
//===----------------------------------------------------------------------===//
#include "twofold/twofold.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { LENGTH = 10000, BYTES = LENGTH * sizeof(double) };

static double now(clockid_t clock) {
  struct timespec at;
  clock_gettime(clock, &at);
  return 1e6 * (double)at.tv_sec + 1e-3 * (double)at.tv_nsec;
}

static double begin, begin_work;

static void start(void) {
  begin = now(CLOCK_MONOTONIC);
  begin_work = now(CLOCK_PROCESS_CPUTIME_ID);
}

static void tell(const char *what, long count) {
  printf("%s: %.1f us each (%.1f)\n", what,
         (now(CLOCK_MONOTONIC) - begin) / (double)count,
         (now(CLOCK_PROCESS_CPUTIME_ID) - begin_work) / (double)count);
}

__attribute__((noinline)) static void change(double *a) {
#pragma twofold parallel for
  for (long i = 0; i < LENGTH; ++i)
    a[i] += 1;
}

int main(int argc, char **argv) {
  if (argc < 3 || argc > 4) {
    fprintf(stderr, "usage: %s COUNT malloc|twofold [ROUNDS]\n", argv[0]);
    return 2;
  }
  const long count = atol(argv[1]);
  const int own = strcmp(argv[2], "twofold") == 0;
  const int rounds = argc == 4 ? atoi(argv[3]) : 3;
  double **all = malloc((size_t)count * sizeof *all), sum = 0;
  start();
  for (long k = 0; k < count; ++k) {
    all[k] = own ? twofold_alloc(BYTES) : malloc(BYTES);
    memset(all[k], 0, BYTES);
  }
  tell("allocated and set", count);
  change(all[0]); // starts devices
  for (int round = 1; round <= rounds; ++round) {
    start();
    for (long k = 0; k < count; ++k)
      change(all[k]);
    char name[32];
    snprintf(name, sizeof name, "round %d", round);
    tell(name, count);
  }
  start();
  for (long k = 0; k < count; ++k)
    sum += all[k][LENGTH / 2];
  tell("read by the host", count);
  printf("sum %.0f\n", sum);
  for (long k = 0; k < count; ++k)
    own ? twofold_free(all[k]) : free(all[k]);
  free(all);
}
