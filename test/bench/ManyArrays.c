// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- ManyArrays.c - what a call takes where arrays are many -------------===//
//
// ManyArrays COUNT malloc|twofold
//
// COUNT arrays of 80 KB, of the allocator or of twofold_alloc, of which each
// call changes one: microseconds of a call in three rounds over all of them,
// and of an access of the host afterwards. Compiled with the installed flags:
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

static double now(void) {
  struct timespec at;
  clock_gettime(CLOCK_MONOTONIC, &at);
  return 1e6 * (double)at.tv_sec + 1e-3 * (double)at.tv_nsec;
}

__attribute__((noinline)) static void change(double *a) {
#pragma twofold parallel for
  for (long i = 0; i < LENGTH; ++i)
    a[i] += 1;
}

int main(int argc, char **argv) {
  if (argc != 3) {
    fprintf(stderr, "usage: %s COUNT malloc|twofold\n", argv[0]);
    return 2;
  }
  const long count = atol(argv[1]);
  const int own = strcmp(argv[2], "twofold") == 0;
  double **all = malloc((size_t)count * sizeof *all), sum = 0;
  double begin = now();
  for (long k = 0; k < count; ++k) {
    all[k] = own ? twofold_alloc(BYTES) : malloc(BYTES);
    memset(all[k], 0, BYTES);
  }
  printf("allocated and set: %.1f us each\n", (now() - begin) / (double)count);
  change(all[0]); // starts devices
  for (int round = 1; round <= 3; ++round) {
    begin = now();
    for (long k = 0; k < count; ++k)
      change(all[k]);
    printf("round %d: %.1f us a call\n", round,
           (now() - begin) / (double)count);
  }
  begin = now();
  for (long k = 0; k < count; ++k)
    sum += all[k][LENGTH / 2];
  printf("read by the host: %.1f us each; sum %.0f\n",
         (now() - begin) / (double)count, sum);
  for (long k = 0; k < count; ++k)
    own ? twofold_free(all[k]) : free(all[k]);
  free(all);
}
