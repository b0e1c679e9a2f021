// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A variable that a loop inside a loop begins with a copy of has a name of its
// own in kernels, where the copy would otherwise begin with itself.
// RUN: %openmp %s %t --kernels 5
#include <stdio.h>
enum { ROWS = 20, N = 50 };
static int a[ROWS][N], first[ROWS], twice[ROWS], called[ROWS], simple[ROWS];

static int in_region(const int *row, int n) {
  int k = 4, last = 0;
#pragma omp parallel firstprivate(k)
  {
#pragma omp for lastprivate(last)
    for (int j = 0; j < n; ++j)
      last = row[j] + k;
  }
  return last + k;
}

int main(void) {
  for (int i = 0; i < ROWS; ++i)
    for (int j = 0; j < N; ++j)
      a[i][j] = (i * j) % 11 - 2;
#pragma omp parallel for
  for (int i = 0; i < ROWS; ++i) {
    int k = i + 1, last = 0;
#pragma omp parallel for firstprivate(k) lastprivate(last)
    for (int j = 0; j < N; ++j)
      last = a[i][j] + k;
    first[i] = last;
  }
#pragma omp parallel for
  for (int i = 0; i < ROWS; ++i) {
    int k = i + 1, last = 0;
#pragma omp parallel for firstprivate(k) lastprivate(last)
    for (int j = 0; j < N; ++j) {
      int by = 2;
#pragma omp parallel for firstprivate(k, by) lastprivate(last)
      for (int l = 0; l < 3; ++l)
        last = a[i][j] * by + k;
    }
    twice[i] = last;
  }
#pragma omp parallel for
  for (int i = 0; i < ROWS; ++i)
    called[i] = in_region(a[i], N);
#pragma twofold parallel for
  for (int i = 0; i < ROWS; ++i) {
    int k = i + 2, last = 0;
#pragma omp parallel for firstprivate(k) lastprivate(last)
    for (int j = 0; j < N; ++j)
      last = a[i][j] - k;
    simple[i] = last;
  }
  for (int i = 0; i < ROWS; ++i)
    printf("%d %d %d %d\n", first[i], twice[i], called[i], simple[i]);
}
