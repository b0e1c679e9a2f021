// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// 'ordered' and variables that threads have for themselves: what no iteration
// waits for is taken, all else is OpenMP's.
// RUN: %openmp %s %t --kernels 3
#include <stdio.h>
enum { N = 40, M = 30 };
static int a[N][M], f[N], own = 5, seen;
static double s;
#pragma omp threadprivate(own, seen)
static void put(int x) { seen = x; }
static int get(void) { return seen * 2; }

static void waits(void) {
#pragma omp parallel for ordered(2)
  for (int i = 1; i < N; ++i)
    for (int j = 1; j < M; ++j) {
#pragma omp ordered depend(sink : i - 1, j) depend(sink : i, j - 1)
      a[i][j] += (a[i - 1][j] + a[i][j - 1]) & 255;
#pragma omp ordered depend(source)
    }
  f[0] = 1;
#pragma omp parallel for ordered(1) schedule(dynamic)
  for (int i = 1; i < N; ++i) {
#pragma omp ordered depend(sink : i - 1)
    f[i] = (f[i - 1] * 3 + i) & 1023;
#pragma omp ordered depend(source)
  }
#pragma omp parallel for ordered schedule(dynamic, 2)
  for (int i = 0; i < N; ++i) {
    const int x = f[i] + 1;
#pragma omp ordered
    {
      s = s * 0.5 + x;
      if (i % 20 == 0)
        printf("%d ", i);
    }
  }
  printf("%d %d %g\n", a[N - 1][M - 1], f[N - 1], s);
}

static void free_of_it(void) {
#pragma omp parallel for ordered
  for (int i = 0; i < N; ++i)
    f[i] = i * 3;
#pragma omp parallel for ordered(2)
  for (int i = 1; i < N; ++i)
    for (int j = 1; j < M; ++j)
      a[i][j] += f[i];
  printf("%d %d\n", a[3][4], a[N - 1][2]);
}

static void threads(void) {
  int sum = 0, x;
  own = 9;
#pragma omp parallel for copyin(own)
  for (int i = 0; i < N; ++i)
    f[i] = own * i;
#pragma omp parallel for
  for (int i = 0; i < N; ++i) {
    put(i);
    f[i] += get();
  }
#pragma omp parallel reduction(+ : sum)
  {
#pragma omp single copyprivate(own)
    own = 77;
#pragma omp for
    for (int i = 0; i < N; ++i)
      sum += own + f[i];
  }
#pragma omp parallel private(x)
  {
#pragma omp single copyprivate(x)
    x = 6;
#pragma omp for
    for (int i = 0; i < N; ++i)
      f[i] += x;
  }
  printf("%d %d\n", sum, f[N - 1]);
}

int main(void) {
  for (int i = 0; i < N; ++i)
    for (int j = 0; j < M; ++j)
      a[i][j] = i * j % 11;
  waits();
  free_of_it();
  threads();
}
