/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*===- Reductions.h - loops that fold, count and gather -------------------===*/
#ifndef TEST_BENCH_REDUCTIONS_H
#define TEST_BENCH_REDUCTIONS_H

#include "Loops.h"

#ifdef __cplusplus
extern "C" {
#endif

struct reductions {
  double (*sum)(const double *a, long n);
  double (*minimum)(const double *a, long n);
  /* The first of the least elements. */
  long (*argmin)(const double *a, long n);
  /* bins[key[i]] += 1, for few bins and for many. */
  void (*histogram)(int *bins, const int *key, long n, int count);
  void (*tally)(int *bins, const int *key, long n, int count);
  /* y = A x; row[i] .. row[i + 1] are the entries of row i in column and
   * value. */
  void (*spmv)(double *y, const int *row, const int *column,
               const double *value, const double *x, int n, long entries);
  /* label[i] is the centre nearest to point i; three coordinates each. */
  void (*kmeans_assign)(int *label, const float *point, const float *centre,
                        int n, int clusters);
  /* Adds each point to sum, four numbers a cluster: coordinates and count. */
  void (*kmeans_update)(double *sum, const int *label, const float *point,
                        int n, int clusters);
};

#ifdef __cplusplus
}
#endif
#endif
