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
  /* y = A x; row[i] .. row[i + 1] are the entries of row i in column and
   * value. */
  void (*spmv)(double *y, const int *row, const int *column,
               const double *value, const double *x, int n, long entries);
  /* label[i] is the centre nearest to point i; three coordinates each. */
  void (*kmeans_assign)(int *label, const float *point, const float *centre,
                        int n, int clusters);
};

#ifdef __cplusplus
}
#endif
#endif
