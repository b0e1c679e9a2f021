// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Elements behind a pointer in an object may be the variables that iterations
// have copies of: the call asks with the pointer that the kernel is given, and
// follows it once.
// RUN: %openmp %s %t --kernels 1
#include <stdio.h>
enum { N = 100 };
struct grid {
  int size;
  float *cells;
};
static float step = 1;
static int first[N], next[N];
static float cells[4 * N];
static void spread(struct grid *g, int n) {
  int i, k, at;
  float *p;
#pragma omp parallel for private(at, k, p)
  for (i = 0; i < n; i++) {
    for (at = first[i]; at != -1; at = next[at]) {
      p = g->cells + at;
      for (k = 0; k < 4; k++, p++) {
#pragma omp atomic
        *p += step;
      }
    }
  }
}
int main(void) {
  struct grid g = {N, cells};
  double sum = 0;
  for (int i = 0; i < N; i++) {
    first[i] = i;
    next[i] = i % 3 ? -1 : N - 1 - i / 3;
  }
  spread(&g, N / 4);
  for (int i = 0; i < 4 * N; i++)
    sum += cells[i] * (i % 7 + 1);
  printf("%g\n", sum);
}
