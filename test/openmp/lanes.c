// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Lanes of `omp simd` in a loop meet nowhere, which the native variant keeps: the
// vectoriser needs no checks, and there is no warning where there would be too many.
// RUN: %openmp %s %t --kernels 6
// RUN: %clang -O2 -fopenmp -Werror -c %s -o %t.o %plugin -fplugin-arg-twofold-openmp \
// RUN:   -Rpass=loop-vectorize 2>&1 | %FileCheck %s
#include <stdio.h>
#include <stdlib.h>
enum { N = 64, M = 96 };
static void scattered(int n, int m, double *y, const int *ix, const double *x) {
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
#pragma omp simd
    // CHECK-DAG: [[@LINE+1]]:5: remark: vectorized loop
    for (int j = 0; j < m; j++)
      y[i * m + ix[j]] = x[j] * 2;
  }
}
static void columns(int n, int m, double *y, double (*x)[N]) {
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
#pragma omp simd
    for (int j = 0; j < m; j++)
      y[i * m + j] += x[j][i] * 2;
  }
}
static void summed(int n, int m, double *y, const int *ix, double (*x)[N]) {
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    double s = 1;
#pragma omp simd reduction(+ : s)
    for (int j = 0; j < m; j++) {
      s += x[j][i];
      y[i * m + ix[j]] += 1;
    }
    y[i * m] += s;
  }
}
// Lanes at a distance of four meet.
static void near(int n, int m, double *y) {
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
#pragma omp simd safelen(4)
    for (int j = 4; j < m; j++)
      y[i * m + j] = y[i * m + j - 4] * 0.5 + 1;
  }
}
// The threads have the sum together.
static double together(int n, int m, double (*x)[N]) {
  double s = 0, t = 0;
#pragma omp parallel
  {
    double own;
#pragma omp for reduction(+ : s)
    for (int i = 0; i < n; i++) {
#pragma omp simd reduction(+ : s)
      for (int j = 0; j < m; j++)
        s += x[j][i];
    }
#pragma omp for reduction(+ : t)
    for (int i = 0; i < n; i++) {
      own = i;
#pragma omp simd reduction(+ : own)
      for (int j = 0; j < m; j++)
        own += x[j][i];
      t += own;
    }
  }
  return s + t;
}
int main(void) {
  double *y = calloc(N * M, sizeof *y), (*x)[N] = malloc(M * sizeof *x);
  int ix[M];
  for (int j = 0; j < M; j++) {
    ix[j] = (j * 35 + 7) % M;
    for (int i = 0; i < N; i++)
      x[j][i] = (i * 5 + j * 3) % 64;
  }
  scattered(N, M, y, ix, x[3]);
  columns(N, M, y, x);
  summed(N, M, y, ix, x);
  near(N, M, y);
  double sum = together(N, M, x);
  for (int i = 0; i < N * M; i++)
    sum = sum * 0.5 + y[i];
  printf("%.17g\n", sum);
  free(y);
  free(x);
  return 0;
}
