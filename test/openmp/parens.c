// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Sums that macros wrap in parentheses.
// RUN: %openmp %s %t --kernels 3
#include <stdio.h>
typedef struct {
  double re, im;
} Complex;
#define add(c, a, b) (c.re = a.re + b.re, c.im = a.im + b.im)
#define count(x) ((x)++)
enum { N = 2000 };
static Complex u[N], total;
static int bins[8];
int main(void) {
  int n = N;
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    u[i].re = i, u[i].im = -2 * i;
#pragma omp parallel
  {
    Complex mine = {0, 0};
#pragma omp for nowait
    for (int j = 1; j <= n; j++) {
      int q = j * 5 % n;
      if (q > 100 && q < 1500) {
        add(mine, mine, u[q]);
      }
    }
#pragma omp critical
    {
      total.re += mine.re;
      total.im += mine.im;
    }
  }
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
#pragma omp atomic
    ((bins[i % 8])++);
    if (i % 3 == 0) {
#pragma omp critical
      (count(bins[i % 5]));
    }
  }
  printf("%g %g\n", total.re, total.im);
  for (int i = 0; i < 8; i++)
    printf("%d ", bins[i]);
  return 0;
}
