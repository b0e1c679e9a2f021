/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*===- measure.h - time the loops of an example and say where they ran ---===*\
|*
|* Every example prints one line per run, `name=value` pairs that run.sh reads:
|*
|*   first    seconds of the first repetition (it builds or loads the kernels)
|*   seconds  median of the others
|*   native, device     calls of parallel loops by where they ran
|*   built, cached      kernels built from source and taken from the cache
|*   bytes              copied to and from devices
|*   check    one number that sums up the result
|*
|* Built without Twofold, the counters are zero.
\*===----------------------------------------------------------------------===*/
#ifndef EXAMPLES_MEASURE_H
#define EXAMPLES_MEASURE_H

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#ifdef WITH_TWOFOLD
#include <twofold/twofold.h>
#endif

enum { Repetitions = 6 };

static inline double seconds_now(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static inline int compare_seconds(const void *left, const void *right) {
  double l = *(const double *)left, r = *(const double *)right;
  return (l > r) - (l < r);
}

/* Prints the line. `seconds` holds one time per repetition; all but the first
 * are sorted. */
static inline void report(const char *program, double *seconds, double check) {
  unsigned long long native = 0, device = 0, built = 0, cached = 0, bytes = 0;
#ifdef WITH_TWOFOLD
  struct twofold_statistics statistics;
  statistics.struct_size = sizeof statistics;
  twofold_get_statistics(&statistics);
  native = statistics.calls_native;
  device = statistics.calls_device;
  built = statistics.kernels_built;
  cached = statistics.kernels_cached;
  bytes = statistics.bytes_to_device + statistics.bytes_to_host;
#endif
  qsort(seconds + 1, Repetitions - 1, sizeof *seconds, compare_seconds);
  printf("program=%s first=%.6f seconds=%.6f native=%llu device=%llu "
         "built=%llu cached=%llu bytes=%llu check=%.17g\n",
         program, seconds[0], seconds[1 + (Repetitions - 1) / 2], native,
         device, built, cached, bytes, check);
}

/* malloc that ends the program when there is no memory. */
static inline void *allocate(size_t bytes) {
  void *memory = malloc(bytes);
  if (!memory) {
    fprintf(stderr, "out of memory\n");
    exit(1);
  }
  return memory;
}

/* Writes an array as it is in memory, for comparison between builds. */
static inline void dump(const char *folder, const char *name, const void *data,
                        size_t bytes) {
  char path[4096];
  snprintf(path, sizeof path, "%s/%s", folder, name);
  FILE *file = fopen(path, "wb");
  if (!file || fwrite(data, 1, bytes, file) != bytes || fclose(file) != 0) {
    perror(path);
    exit(1);
  }
}

#endif
