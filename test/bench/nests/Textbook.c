/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*===- Textbook.c - products as loops -------------------------------------===*/
#include "Products.h"

KERNEL product_nn(int n, real *c, const real *a, const real *b) {
#pragma omp parallel for
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) {
      real sum = 0;
      for (int k = 0; k < n; ++k)
        sum += a[i * n + k] * b[k * n + j];
      c[i * n + j] = sum;
    }
}

KERNEL product_nt(int n, real *c, const real *a, const real *b) {
#pragma omp parallel for
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) {
      real sum = 0;
      for (int k = 0; k < n; ++k)
        sum += a[i * n + k] * b[j * n + k];
      c[i * n + j] = sum;
    }
}

KERNEL product_tn(int n, real *c, const real *a, const real *b) {
#pragma omp parallel for
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) {
      real sum = 0;
      for (int k = 0; k < n; ++k)
        sum += a[k * n + i] * b[k * n + j];
      c[i * n + j] = sum;
    }
}

KERNEL product_tt(int n, real *c, const real *a, const real *b) {
#pragma omp parallel for
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) {
      real sum = 0;
      for (int k = 0; k < n; ++k)
        sum += a[k * n + i] * b[j * n + k];
      c[i * n + j] = sum;
    }
}

KERNEL product_inplace(int n, real *c, const real *a, const real *b) {
#pragma omp parallel for
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) {
      c[i * n + j] = 0;
      for (int k = 0; k < n; ++k)
        c[i * n + j] += a[i * n + k] * b[k * n + j];
    }
}

KERNEL product_ikj(int n, real *c, const real *a, const real *b) {
#pragma omp parallel for
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < n; ++j)
      c[i * n + j] = 0;
    for (int k = 0; k < n; ++k)
      for (int j = 0; j < n; ++j)
        c[i * n + j] += a[i * n + k] * b[k * n + j];
  }
}

static __attribute__((noinline)) void
rows(int n, real c[n][n], const real a[n][n], const real b[n][n]) {
#pragma omp parallel for
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) {
      real sum = 0;
      for (int k = 0; k < n; ++k)
        sum += a[i][k] * b[k][j];
      c[i][j] = sum;
    }
}
KERNEL product_rows(int n, real *c, const real *a, const real *b) {
  rows(n, (real(*)[n])c, (const real(*)[n])a, (const real(*)[n])b);
}

KERNEL layer(int rows, int n, real *y, const real *x, const real *w,
             const real *bias) {
#pragma omp parallel for
#pragma twofold parallel for
  for (int i = 0; i < rows; ++i)
    for (int j = 0; j < n; ++j) {
      real sum = 0;
      for (int k = 0; k < n; ++k)
        sum += x[i * n + k] * w[k * n + j];
      y[i * n + j] = 1 / (1 + REAL(exp)(-(sum + bias[j])));
    }
}

KERNEL layer_ikj(int rows, int n, real *y, const real *x, const real *w,
                 const real *bias) {
#pragma omp parallel for
#pragma twofold parallel for
  for (int i = 0; i < rows; ++i) {
    for (int j = 0; j < n; ++j)
      y[i * n + j] = bias[j];
    for (int k = 0; k < n; ++k)
      for (int j = 0; j < n; ++j)
        y[i * n + j] += x[i * n + k] * w[k * n + j];
    for (int j = 0; j < n; ++j)
      y[i * n + j] = 1 / (1 + REAL(exp)(-y[i * n + j]));
  }
}

KERNEL perceptron(int rows, int n, real *y, real *hidden, const real *x,
                  const real *w1, const real *bias1, const real *w2,
                  const real *bias2) {
  layer(rows, n, hidden, x, w1, bias1);
  layer(rows, n, y, hidden, w2, bias2);
}
