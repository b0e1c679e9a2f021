/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*===- ResidenceLoops.c - loops whose data stays where it is --------------===*\
|*
\*===----------------------------------------------------------------------===*/
#include "ResidenceLoops.h"

#define JOIN2(A, B) A##B
#define JOIN(A, B) JOIN2(A, B)

static void jacobi2d(long n, int steps, double *first, double *second) {
  double (*a)[n] = (double (*)[n])first;
  double (*b)[n] = (double (*)[n])second;
  for (int t = 0; t < steps; ++t) {
#pragma twofold parallel for collapse(2)
    for (long i = 1; i < n - 1; ++i)
      for (long j = 1; j < n - 1; ++j)
        b[i][j] = 0.2 * (a[i][j] + a[i][j - 1] + a[i][1 + j] + a[1 + i][j] +
                         a[i - 1][j]);
#pragma twofold parallel for collapse(2)
    for (long i = 1; i < n - 1; ++i)
      for (long j = 1; j < n - 1; ++j)
        a[i][j] = 0.2 * (b[i][j] + b[i][j - 1] + b[i][1 + j] + b[1 + i][j] +
                         b[i - 1][j]);
  }
}

static void heat3d(long n, int steps, double *first, double *second) {
  double (*a)[n][n] = (double (*)[n][n])first;
  double (*b)[n][n] = (double (*)[n][n])second;
  for (int t = 0; t < steps; ++t) {
#pragma twofold parallel for collapse(3)
    for (long i = 1; i < n - 1; ++i)
      for (long j = 1; j < n - 1; ++j)
        for (long k = 1; k < n - 1; ++k)
          b[i][j][k] =
              0.125 * (a[i + 1][j][k] - 2.0 * a[i][j][k] + a[i - 1][j][k]) +
              0.125 * (a[i][j + 1][k] - 2.0 * a[i][j][k] + a[i][j - 1][k]) +
              0.125 * (a[i][j][k + 1] - 2.0 * a[i][j][k] + a[i][j][k - 1]) +
              a[i][j][k];
#pragma twofold parallel for collapse(3)
    for (long i = 1; i < n - 1; ++i)
      for (long j = 1; j < n - 1; ++j)
        for (long k = 1; k < n - 1; ++k)
          a[i][j][k] =
              0.125 * (b[i + 1][j][k] - 2.0 * b[i][j][k] + b[i - 1][j][k]) +
              0.125 * (b[i][j + 1][k] - 2.0 * b[i][j][k] + b[i][j - 1][k]) +
              0.125 * (b[i][j][k + 1] - 2.0 * b[i][j][k] + b[i][j][k - 1]) +
              b[i][j][k];
  }
}

static void scale(long n, double by, const double *from, double *to) {
#pragma twofold parallel for
  for (long i = 0; i < n; ++i)
    to[i] = by * from[i];
}

static long sum(long n, const long *from) {
  long all = 0;
#pragma twofold parallel for reduction(+ : all)
  for (long i = 0; i < n; ++i)
    all += from[i];
  return all;
}

const struct residence_loops JOIN(residence_, VARIANT) = {jacobi2d, heat3d,
                                                          scale, sum};
