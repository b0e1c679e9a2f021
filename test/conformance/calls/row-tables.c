// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Matrices as tables of pointers to rows that lie in one block.
// RUN: %conform %s %t
#include <stdio.h>
#include <stdlib.h>
enum { N = 37, M = 23 };
struct matrix {
  double **m;
  int rows, columns;
};
static double **matrix(int n, int m, int last) {
  double **a = malloc(n * sizeof *a);
  double *block = malloc(n * m * sizeof *block);
  for (int i = 0; i < n; ++i) {
    a[i] = block + (last ? n - 1 - i : i) * m;
    for (int j = 0; j < m; ++j)
      a[i][j] = (i * 7 + j * 3) % 11;
  }
  return a;
}
static void scale(double **a, double **b, int n, int m) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j)
      a[i][j] += 2 * b[i][j];
}
static void product(double **a, double **b, double **c, int n, int m) {
#pragma twofold parallel for collapse(2)
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) {
      double s = 0;
      for (int k = 0; k < m; ++k)
        s += a[i][k] * b[k][j];
      c[i][j] = s;
    }
}
static void stencil(double **a, double **b, int n, int m) {
#pragma twofold parallel for
  for (int i = 1; i < n - 1; ++i) {
    double *up = b[i - 1], *down = b[i + 1];
    for (int j = 1; j < m - 1; ++j)
      a[i][j] = up[j] + down[j] + b[i][j - 1] + b[i][j + 1];
  }
}
static void members(struct matrix *a, struct matrix *b) {
#pragma twofold parallel for
  for (int i = a->rows - 1; i >= 0; --i)
    for (int j = 0; j < a->columns; ++j)
      a->m[i][j] -= b->m[i][j] * b->m[0][j];
}
static void triangle(double **a, int n) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    for (int j = i + 1; j < n; ++j)
      a[j][i] = i + j;
}
static void some(double **a, double **b, int n, int m, int use) {
#pragma twofold parallel for
  for (int i = 0; i < n; i += 2)
    if (use && b[i][0] > 3)
      for (int j = 0; j < m; ++j)
        a[i][j] = b[i][j];
}
static void halves(double **a, size_t n, int m, size_t odd) {
#pragma twofold parallel for
  for (size_t i = 0; i < n / 2; ++i)
    for (int j = 0; j < m; ++j)
      a[2 * i + odd][j] *= 1.5;
}
static double at(double **a, int i, int j) { return a[i][j]; }
static void called(double **a, double **b, int n, int m) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j)
      a[i][j] += at(b, i, j) / 2;
}
static void from_one(double **a, int n, double *sum) {
  double s = 0;
#pragma twofold parallel for
  for (int i = 1; i <= n; ++i)
    s += a[i][1];
  *sum += s;
}
static void plane(double ***v, int k, int n, int m) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j)
      v[k][i][j] = v[k + 1][i][j] + 1;
}
int main(void) {
  double **a = matrix(N, M, 0), **b = matrix(N, M, 1), **c = matrix(N, N, 0);
  double **d = matrix(M, N, 0), sum = 0;
  scale(a, b, N, M);
  product(a, d, c, N, M);
  stencil(a, b, N, M);
  struct matrix s = {a, N, M}, t = {b, N, M};
  members(&s, &t);
  triangle(c, N);
  some(a, b, N, M, 1);
  some(a, 0, N, M, 0);
  halves(a, N, M, 1);
  called(a, b, N, M);
  from_one(a - 1, N, &sum);
  double **v[] = {a, b};
  plane(v, 0, N, M);
  for (int i = 0; i < N; ++i)
    for (int j = 0; j < M; ++j)
      sum += a[i][j] * (i + 2 * j) + c[i][j] * 3;
  printf("%.17g\n", sum);
}
