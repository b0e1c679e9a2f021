// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Sums that macros wrap in parentheses, and loops in braces under their
// directives.
// RUN: %openmp %s %t --kernels 7
#include <stdio.h>
typedef struct {
  double re, im;
} Complex;
#define add(c, a, b) (c.re = a.re + b.re, c.im = a.im + b.im)
#define count(x) ((x)++)
enum { N = 2000 };
static Complex u[N], total;
static int bins[8];
static void braces(void) {
  int j, sum = 0;
#pragma omp target parallel for
  {
    for (int i = 0; i < N; i++)
      u[i].im += 1;
  }
#pragma omp parallel for private(j) collapse(2)
  {
    for (int i = 0; i < 100; i++) {
      for (j = 0; j < 20; j++)
        u[i * 20 + j].re -= i * j;
    }
  }
#pragma omp parallel
  {
#pragma omp for reduction(+ : sum)
    {
      {
        for (int i = 0; i < N; i++)
          sum += (int)u[i].re;
      }
    }
  }
#pragma omp teams distribute parallel for simd
  {
    for (int i = 0; i < N; i++) {
#pragma omp simd
      {
        for (int k = 0; k < 4; k++)
          u[i].im += k;
      }
    }
  }
  printf("%d %g\n", sum, u[77].im);
}
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
  braces();
  return 0;
}
