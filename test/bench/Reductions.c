/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*===- Reductions.c - loops that fold, count and gather -------------------===*/
#include "Reductions.h"

#include <math.h>

static double sum(const double *restrict a, long n) {
  double whole = 0;
#pragma omp parallel for reduction(+ : whole)
#pragma twofold parallel for reduction(+ : whole)
  for (long i = 0; i < n; ++i)
    whole += a[i];
  return whole;
}

static double minimum(const double *restrict a, long n) {
  double least = INFINITY;
#pragma omp parallel for reduction(min : least)
#pragma twofold parallel for reduction(min : least)
  for (long i = 0; i < n; ++i)
    if (a[i] < least)
      least = a[i];
  return least;
}

static void spmv(double *restrict y, const int *restrict row,
                 const int *restrict column, const double *restrict value,
                 const double *restrict x, int n, long entries) {
  (void)entries;
#pragma omp parallel for
#pragma twofold parallel for extent(column, entries) extent(value, entries)    \
    extent(x, n)
  for (int i = 0; i < n; ++i) {
    double whole = 0;
    for (int k = row[i]; k < row[i + 1]; ++k)
      whole += value[k] * x[column[k]];
    y[i] = whole;
  }
}

static void kmeans_assign(int *restrict label, const float *restrict point,
                          const float *restrict centre, int n, int clusters) {
#pragma omp parallel for
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    float nearest = INFINITY;
    int best = 0;
    for (int k = 0; k < clusters; ++k) {
      float dx = point[3 * i] - centre[3 * k];
      float dy = point[3 * i + 1] - centre[3 * k + 1];
      float dz = point[3 * i + 2] - centre[3 * k + 2];
      float here = dx * dx + dy * dy + dz * dz;
      if (here < nearest) {
        nearest = here;
        best = k;
      }
    }
    label[i] = best;
  }
}

const struct reductions TABLE(reductions) = {sum, minimum, spmv, kmeans_assign};
