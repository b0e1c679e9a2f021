/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*===- Program.h - what all whole programs share --------------------------===*\
|*
|* One source, four programs: serial, with OpenMP, with Twofold (C), and by hand
|* in CUDA (the same file read by nvcc). They share what is computed before and
|* after; the annotation is all that the first three differ in.
|*
|*   PARALLEL(clauses)         the next loop is parallel; Twofold infers what
|*                             OpenMP has to be told by clauses
|*   PARALLEL_SIMD(clauses)    likewise, and vectors are ordered, also for sums
|*   PARALLEL_NEST(n, clauses) the next n loops are one range
|*   SIMD(clauses)             an inner loop, for all that read OpenMP's simd
|*
|* A program calls begin() when its data is there, step() after each step, and
|* finish() when the host has read the result. What is printed is one line of
|* `name=value` for run.py:
|*
|*   seconds    from begin() to finish()
|*   gpu        calls that ran on a device; first: seconds after begin() of the
|*              end of the first step that had one
|*   bytes      copied to and from devices
|*   check      one number that sums up the result
|*
\*===----------------------------------------------------------------------===*/
#ifndef TWOFOLD_BENCH_PROGRAM_H
#define TWOFOLD_BENCH_PROGRAM_H

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define PRAGMA(...) _Pragma(#__VA_ARGS__)
#if defined(PROGRAM_TWOFOLD)
#include <twofold/twofold.h>
#define PARALLEL(...) PRAGMA(twofold parallel for)
#define PARALLEL_SIMD(...) PRAGMA(twofold parallel for simd)
#define PARALLEL_NEST(N, ...) PRAGMA(twofold parallel for collapse(N))
#elif defined(PROGRAM_OPENMP)
#define PARALLEL(...) PRAGMA(omp parallel for __VA_ARGS__)
#define PARALLEL_SIMD(...) PRAGMA(omp parallel for simd __VA_ARGS__)
#define PARALLEL_NEST(N, ...) PRAGMA(omp parallel for collapse(N) __VA_ARGS__)
#else
#define PARALLEL(...)
#define PARALLEL_SIMD(...)
#define PARALLEL_NEST(N, ...)
#endif
#ifndef __CUDACC__
#define SIMD(...) PRAGMA(omp simd __VA_ARGS__)
#endif

static double program_start, program_first = -1;
static unsigned long long program_gpu, program_bytes;

static inline double secondsNow(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static inline void begin(void) {
#ifdef __CUDACC__
  cudaFree(0); /* the driver's start is no part of a program's time */
#endif
  program_start = secondsNow();
}

static inline void step(void) {
  if (program_first >= 0)
    return;
#ifdef PROGRAM_TWOFOLD
  struct twofold_statistics so_far;
  so_far.struct_size = sizeof so_far;
  twofold_get_statistics(&so_far);
  program_gpu = so_far.calls_device;
#endif
  if (program_gpu > 0)
    program_first = secondsNow() - program_start;
}

static inline void finish(double check) {
  double seconds = secondsNow() - program_start;
  step();
#ifdef PROGRAM_TWOFOLD
  struct twofold_statistics all;
  all.struct_size = sizeof all;
  twofold_get_statistics(&all);
  program_gpu = all.calls_device;
  program_bytes = all.bytes_to_device + all.bytes_to_host;
#endif
  printf("seconds=%.6f gpu=%llu first=%.6f bytes=%llu check=%.12g\n", seconds,
         program_gpu, program_first, program_bytes, check);
}

/* The n-th argument as a number, or `otherwise`. */
static inline long argument(int count, char **values, int n, long otherwise) {
  return count > n ? atol(values[n]) : otherwise;
}

static inline void *allocate(size_t bytes) {
  void *memory = malloc(bytes);
  if (!memory) {
    fprintf(stderr, "out of memory\n");
    exit(1);
  }
  return memory;
}
#define ARRAY(TYPE, COUNT) ((TYPE *)allocate((size_t)(COUNT) * sizeof(TYPE)))

/* The same numbers everywhere: a generator and its values in [0, 1). */
static inline unsigned random32(unsigned *state) {
  return *state = *state * 1664525u + 1013904223u;
}
static inline float randomFloat(unsigned *state) {
  return (float)(random32(state) >> 8) * (1.0f / 16777216.0f);
}

#ifdef __CUDACC__
#include "Cuda.h"
#endif

#endif
