// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Loops for one thread of a region are taken with it where the others wait
// behind them, and so is a taskwait where nothing is a task.
// RUN: %openmp %s %t --kernels 8
#include <stdio.h>
enum { N = 60 };
static double grid[N][N], row[N];

static void add(int n) {
#pragma omp for
  for (int i = 0; i < n; ++i)
    row[i] += i;
#pragma omp master
  for (int i = 1; i < n; ++i)
    row[i] += row[i - 1];
#pragma omp barrier
#pragma omp for
  for (int i = 0; i < n; ++i)
    row[i] /= 2;
}

int main(void) {
  int rounds = 3;
#pragma omp parallel
  {
#pragma omp for
    for (int i = 0; i < N; ++i)
      for (int j = 0; j < N; ++j)
        grid[i][j] = 0;
#pragma omp master
    for (int j = 0; j < N; ++j) {
      grid[0][j] = j;
      grid[j][0] = 2 * j;
    }
#pragma omp barrier
    for (int k = 0; k < rounds; ++k) {
#pragma omp for
      for (int i = 1; i < N; ++i)
        for (int j = 0; j < N; ++j)
          grid[i][j] += grid[0][j] + k;
#pragma omp masked
      {
        for (int j = 1; j < N; ++j)
          grid[0][j] = grid[0][j - 1] + j;
      }
#pragma omp barrier
    }
#pragma omp for
    for (int i = 0; i < N; ++i)
      row[i] = grid[i][i];
#pragma omp master
    {
      for (int i = 1; i < N; ++i)
        row[i] += row[i - 1];
    }
  }
#pragma omp parallel
#pragma omp master
  {
#pragma omp taskloop
    for (int i = 0; i < N; ++i)
      row[i] += i;
#pragma omp taskwait
    for (int k = 0; k < rounds; ++k) {
#pragma omp taskloop
      for (int i = 0; i < N; ++i)
        row[i] = 2 * row[i] + grid[1][i];
#pragma omp taskwait
    }
  }
#pragma omp parallel
  add(N);
  double sum = 0;
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < N; ++i)
    sum += row[i];
  printf("%g %g %g\n", sum, row[N - 1], grid[N - 1][N - 2]);
}
