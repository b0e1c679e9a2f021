// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// `loop bind(thread)` in a loop that is taken: one iteration runs it, in lanes.
// RUN: %openmp %s %t --kernels 2
#include <stdio.h>
enum { N = 300, M = 40 };
static double y[N * M];
static int place[M];
int main(void) {
  double sums[N];
  int j;
  for (int i = 0; i < M; ++i)
    place[i] = (i * 7) % M;
#pragma omp parallel for private(j)
  for (int i = 0; i < N; ++i) {
    double t = i, sum = 0;
#pragma omp loop bind(thread) private(j)
    for (j = 0; j < M; ++j)
      y[i * M + place[j]] = t * j;
#pragma omp loop bind(thread) reduction(+ : sum) lastprivate(j)
    for (j = 0; j < M; ++j)
      sum += y[i * M + j];
    sums[i] = sum + j;
  }
  double all = 0;
#pragma omp parallel for reduction(+ : all)
  for (int i = 0; i < N; ++i)
    all += sums[i];
  printf("%g %g\n", all, y[N * M - 1]);
}
