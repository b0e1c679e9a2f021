/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*===- Reductions.c - loops that fold, count and gather -------------------===*/
#include "Reductions.h"

#include <math.h>

static double sum(const double *restrict a, long n) {
  double whole = 0;
#pragma omp parallel for reduction(+ : whole)
#pragma twofold parallel for
  for (long i = 0; i < n; ++i)
    whole += a[i];
  return whole;
}

static double minimum(const double *restrict a, long n) {
  double least = INFINITY;
#pragma omp parallel for reduction(min : least)
#pragma twofold parallel for
  for (long i = 0; i < n; ++i)
    if (a[i] < least)
      least = a[i];
  return least;
}

struct place {
  double value;
  long at;
};

#pragma omp declare reduction(                                                 \
        first_least : struct place : omp_out =                                 \
            omp_in.value < omp_out.value || (omp_in.value == omp_out.value &&  \
                                                 omp_in.at < omp_out.at)       \
                    ? omp_in                                                   \
                    : omp_out) initializer(omp_priv = omp_orig)

static long argmin(const double *restrict a, long n) {
#ifdef _OPENMP
  struct place least = {INFINITY, n};
#pragma omp parallel for reduction(first_least : least)
  for (long i = 0; i < n; ++i)
    if (a[i] < least.value) {
      least.value = a[i];
      least.at = i;
    }
  return least.at;
#else
  double least = INFINITY;
  long at = n;
#pragma twofold parallel for
  for (long i = 0; i < n; ++i)
    if (a[i] < least) {
      least = a[i];
      at = i;
    }
  return at;
#endif
}

static void histogram(int *restrict bins, const int *restrict key, long n,
                      int count) {
  (void)count;
#pragma omp parallel for reduction(+ : bins[ : count])
#pragma twofold parallel for extent(bins, count)
  for (long i = 0; i < n; ++i)
    bins[key[i]] += 1;
}

static void tally(int *restrict bins, const int *restrict key, long n,
                  int count) {
  (void)count;
#pragma omp parallel for
#pragma twofold parallel for extent(bins, count)
  for (long i = 0; i < n; ++i) {
#pragma omp atomic
    bins[key[i]] += 1;
  }
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

static void kmeans_update(double *restrict sum, const int *restrict label,
                          const float *restrict point, int n, int clusters) {
  (void)clusters;
#pragma omp parallel for reduction(+ : sum[ : 4 * clusters])
#pragma twofold parallel for extent(sum, 4 * clusters)
  for (int i = 0; i < n; ++i) {
    int k = 4 * label[i];
    sum[k] += point[3 * i];
    sum[k + 1] += point[3 * i + 1];
    sum[k + 2] += point[3 * i + 2];
    sum[k + 3] += 1;
  }
}

const struct reductions TABLE(reductions) = {
    sum, minimum, argmin, histogram, tally, spmv, kmeans_assign, kmeans_update};
