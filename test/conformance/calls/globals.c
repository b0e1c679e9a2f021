// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Global variables that called functions use are handed on.
// RUN: %conform %s %t
#include <stdio.h>
#include <stdlib.h>
enum { N = 300 };
static double ce[5] = {1, 2, 3, 4, 5};
static double grid[N][7];
static double *heap;
static int count = 3;
struct par {
  double a, b;
  int k[4];
};
static struct par par = {1.5, 2.5, {1, 2, 3, 4}};
struct big {
  double t[100];
} big;
extern double later[];
extern int nlater;
static const double consts[3] = {0.1, 0.2, 0.3};
static double ex(double x) { return ce[0] + x * ce[1]; }
static double all(int i, double x) {
  return ex(x) + grid[i][count] * heap[i] + par.a * par.k[i & 3] +
         big.t[i % 100] + consts[i % 3] + later[i % nlater];
}
static void put(int i, double v) {
  grid[i][6] = v;
  heap[i] += v;
}
static void ptr(double *row, int i) { row[0] = *(&grid[i][1]) + (heap + 0)[i]; }
void f(double *a, int n) {
  double heap = 1, ce = 2; /* hides */
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    int count = 2;
    a[i] = ex(a[i]) + count * ce + heap;
  }
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    a[i] += all(i, a[i]);
  }
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    put(i, a[i]);
    ptr(a + i, i);
  }
}
double later[4] = {7, 8, 9, 10};
int nlater = 4;
int main(void) {
  static double a[N];
  heap = malloc((N + 1) * sizeof *heap);
  for (int i = 0; i <= N; ++i)
    heap[i] = i % 11;
  for (int i = 0; i < N; ++i)
    for (int j = 0; j < 7; ++j)
      grid[i][j] = i * j % 13;
  for (int i = 0; i < 100; ++i)
    big.t[i] = i;
  f(a, N);
  count = 2;
  ce[1] = 5;
  par.b = 3;
  f(a, N);
  double s = 0, t = 0, u = 0;
  for (int i = 0; i < N; ++i)
    s += a[i], t += grid[i][6], u += heap[i];
  printf("%.17g %.17g %.17g\n", s, t, u);
}
