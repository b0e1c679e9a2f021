// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Loops that call functions with a 'parallel' region around loops, or with
// 'critical', in them: one thread runs the region, and what iterations do one
// at a time is looked at as if it stood in the loop.
// RUN: %openmp %s %t --kernels 10
// RUN: sh -c '%clang -O1 -fopenmp %s -c -o /dev/null %plugin -fplugin-arg-twofold-openmp %include -Rpass-missed=twofold 2>&1' | %FileCheck %s
#include <omp.h>
#include <stdio.h>
enum { ROWS = 40, N = 36 };
static double a[ROWS][N], b[ROWS][N], sums[ROWS];
static int bins[8], counts[ROWS], tops[4], order[ROWS], next;

static void smooth(double *row, double *other, int n) {
#pragma omp parallel
  {
    int j;
    double left = 1;
#pragma omp for
    for (j = 0; j < n; ++j)
      other[j] = row[j] + left;
#pragma omp barrier
#pragma omp for schedule(dynamic) nowait
    for (j = 1; j < n; ++j)
      row[j] = other[j] * other[j - 1];
  }
}

static double sum(const double *row, int n) {
  double s = 0;
  int j;
#pragma omp parallel private(j) shared(s, row) num_threads(2)
  {
#pragma omp for simd reduction(+ : s)
    for (j = 0; j < n; ++j)
      s += row[j];
#pragma omp single
    s += 1;
  }
  return s;
}

// Each thread adds what it has found.
static int count(const double *row, int n) {
  int all = 0;
#pragma omp parallel
  {
    int own = 0;
#pragma omp for
    for (int j = 0; j < n; ++j)
      own += row[j] > 100;
#pragma omp critical
    all += own;
  }
  return all;
}

static void bin(int *into, int value) {
#pragma omp critical
  {
    into[value % 8] += value;
  }
}

static void keep(int *into, int at, int value) {
#pragma omp critical(best)
  if (into[at] < value)
    into[at] = value;
}

// How many threads there are shows.
static int threads(int n) {
  int found = 0;
// CHECK: [[#@LINE+1]]:1: remark: OpenMP's 'parallel for' stays as it is: a function that it calls has 'parallel' in it; leave out one of the two directives
#pragma omp parallel
  {
#pragma omp atomic
    found++;
#pragma omp for
    for (int j = 0; j < n; ++j) {
    }
  }
  return found > 0 ? n : 0;
}

// Iterations come one after the other, in whatever order.
static void append(int i) {
#pragma omp critical
  {
    // CHECK: [[#@LINE+1]]:5: remark: OpenMP's 'parallel for' stays as it is:
    order[next] = i;
    next = next + 1;
  }
}

int main(void) {
  int i;
#pragma omp parallel for
  for (i = 0; i < ROWS; ++i)
    for (int j = 0; j < N; ++j)
      a[i][j] = (i * j) % 7 + 1;
#pragma omp parallel for
  for (i = 0; i < ROWS; ++i)
    smooth(a[i], b[i], N);
#pragma omp parallel for
  for (i = 0; i < ROWS; ++i)
    sums[i] = sum(b[i], N);
#pragma omp parallel for
  for (i = 0; i < ROWS; ++i)
    counts[i] = count(a[i], N);
#pragma omp parallel for schedule(guided)
  for (i = 0; i < ROWS; ++i)
    bin(bins, i * i);
#pragma omp parallel for
  for (i = 0; i < ROWS; ++i)
    keep(tops, i % 4, (i * 37) % 101);
#pragma omp parallel for
  for (i = 0; i < ROWS; ++i)
    counts[i] += threads(i);
#pragma omp parallel for
  for (i = 0; i < ROWS; ++i)
    append(i);
  int total = 0;
  for (i = 0; i < ROWS; ++i) {
    total += order[i];
    printf("%g %g %g %d\n", a[i][N - 1], b[i][3], sums[i], counts[i]);
  }
  for (i = 0; i < 8; ++i)
    printf("%d %d\n", bins[i], tops[i % 4]);
  printf("%d %d\n", next, total);
}
