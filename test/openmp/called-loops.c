// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Loops that call functions with 'parallel for' in them: one thread runs what
// an iteration comes to, and other callers share it out as they would.
// RUN: %openmp %s %t --kernels 10 --alone 8
// RUN: sh -c '%clang -O1 -fopenmp %s -c -o /dev/null %plugin -fplugin-arg-twofold-openmp %include -Rpass-missed=twofold 2>&1' | %FileCheck %s
#include <stdio.h>
enum { ROWS = 48, N = 40 };
static double a[ROWS][N], sums[ROWS], tops[ROWS];
static int counts[ROWS], bins[ROWS][4], last[ROWS];

static void fill(double *row, int n, double scale) {
  int j;
  double t;
#pragma omp parallel for private(t)
  for (j = 0; j < n; ++j) {
    t = scale * j;
    row[j] = t + 1;
  }
}

static double sum(const double *row, int n) {
  double s = 0;
#pragma omp parallel for simd reduction(+ : s) if (n > 100) num_threads(2)
  for (int j = 0; j < n; ++j)
    s += row[j];
  return s;
}

static double product(const double *x, const double *y, int n) {
  double s = 0, t;
  int at = -1;
#pragma omp parallel for reduction(+ : s) lastprivate(at) schedule(static, 3)
  for (int j = 0; j < n; ++j) {
    s += x[j] * y[j];
    at = j;
  }
  t = sum(x, n);
  return s + at + t;
}

static void bin(int *into, int n) {
#pragma omp parallel for
  for (int j = 0; j < n; ++j) {
#pragma omp atomic
    into[j % 4] += j;
  }
}

static int count(int n, int bound) {
  int found = 0;
#pragma omp parallel for collapse(2) reduction(+ : found)
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < 4; ++j)
      found += i * j < bound;
  return found;
}

// What one iteration at a time does is no sum.
static void ask(int *into, int n) {
#pragma omp parallel for
  for (int j = 0; j < n; ++j) {
#pragma omp critical
    {
// CHECK: [[#@LINE+1]]:7: remark: OpenMP's 'parallel for' stays as it is: iterations may meet at an element of 'last' that they change one at a time, but not as a reduction does
      into[0] = into[0] > j ? into[0] : j;
      into[1]++;
    }
  }
}

// CHECK-NOT: leave out one of the two
int main(void) {
  int i;
#pragma omp parallel for
  for (i = 0; i < ROWS; ++i)
    fill(a[i], N, i);
#pragma omp parallel for
  for (i = 0; i < ROWS; ++i)
    sums[i] = product(a[i], a[0], N);
#pragma omp parallel
  {
#pragma omp for
    for (i = 0; i < ROWS; ++i)
      counts[i] = count(N, i);
#pragma omp for
    for (i = 0; i < ROWS; ++i)
      bin(bins[i], N);
  }
  double all = 0;
#pragma omp parallel for reduction(+ : all)
  for (i = 0; i < ROWS; ++i)
    all += sum(a[i], N);
#pragma omp parallel for
  for (i = 0; i < ROWS; ++i)
    ask(last, N);
  fill(tops, ROWS, 3);
  printf("%g %g %g %d\n", product(tops, sums, ROWS), sum(sums, ROWS), all,
         count(N, N));
  bin(bins[3], ROWS);
  for (i = 0; i < ROWS; ++i)
    printf("%g %d %d %d\n", sums[i], counts[i], bins[i][3], bins[i][0]);
}
