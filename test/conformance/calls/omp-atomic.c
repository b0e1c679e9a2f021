// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Atomics of OpenMP that are no updates stay, on the loop's own variables.
// RUN: %conform %s %t --native -fopenmp
// RUN: %conform %s %t --native -fopenmp-simd
#include <stdio.h>
enum { N = 3000, M = 7 };
static int a[N], h[M];
static int most(const int *x, int n) {
  int m = 0;
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
#pragma omp atomic compare
    if (x[i] > m) {
      m = x[i];
    }
  }
  return m;
}
int main(void) {
  for (int i = 0; i < N; ++i)
    a[i] = i * 7919 % 3001;
  int least = 5000, count = 0, flag = 0, seen = 0;
  long sum = 0;
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
#pragma omp atomic compare
    least = a[i] < least ? a[i] : least;
  }
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
    int at;
#pragma omp atomic capture
    at = count++;
#pragma omp atomic
    sum += at;
    if (at == N / 2) {
#pragma omp atomic write
      flag = N;
    }
  }
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
    int now;
#pragma omp parallel for
    for (int j = 0; j < M; ++j) {
      int add = j + 1;
#pragma omp atomic capture
      {
        now = h[j];
        h[j] += add;
      }
#pragma omp atomic read
      now = flag;
    }
    if (now != N) {
#pragma omp atomic write
      seen = 1;
    }
  }
  printf("%d %d %d %ld %d %d\n", most(a, N), least, count, sum, flag, seen);
  for (int j = 0; j < M; ++j)
    printf("%d ", h[j]);
}
