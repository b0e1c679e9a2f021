// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Groups of a device compute tiles of triangles whose columns begin at a number
// of their row: they store both halves, do what belongs to a row once, and read
// nothing of rows and columns that the program does not read.
// RUN: %e2e %s %t --also TWOFOLD_ZERO_COPY=0
// RUN: %e2e %s %t.tile --many-kernels --also TWOFOLD_ZERO_COPY=0 -O2 -march=x86-64-v3 -fplugin-arg-twofold-schedule=tile
#include "Inputs/show.h"

#ifdef INTERPRETED
enum { MOST = 40, FEW = 1 };
#else
enum { MOST = 135, FEW = 0 };
#endif
enum { SIZE = MOST * MOST };
static float data[SIZE], out[SIZE], a[SIZE];
static double wide[SIZE], wider[SIZE];
static int counts[SIZE], sums[SIZE];

static void fill(void) {
  for (int i = 0; i < SIZE; ++i) {
    data[i] = (i * 37 % 101) / 17.0f - 2;
    a[i] = (i * 13 % 31) / 11.0f - 1;
    out[i] = i % 7;
    wide[i] = i % 53 / 3.0;
    wider[i] = i;
    counts[i] = i * 7 % 29 - 3;
    sums[i] = i;
  }
}

// Each element below the diagonal is that above it.
static void covariance(long n, long l) {
#pragma twofold parallel for
  for (long i = 0; i < n; ++i)
    for (long j = i; j < n; ++j) {
      out[i * n + j] = 0;
      for (long k = 0; k < l; ++k)
        out[i * n + j] += data[k * n + i] * data[k * n + j];
      out[i * n + j] /= (float)l - 1;
      out[j * n + i] = out[i * n + j];
    }
}

// One item of a row stores the diagonal.
static void correlation(long n, long l) {
#pragma twofold parallel for
  for (long i = 0; i < n - 1; ++i) {
    out[i * n + i] = data[i * l];
    for (long j = i + 1; j < n; ++j) {
      out[i * n + j] = 0;
      for (long k = 0; k < l; ++k)
        out[i * n + j] += data[i * l + k] * data[j * l + k];
      out[j * n + i] = out[i * n + j];
    }
  }
}

// Some rows have no columns, but what stands beside them.
static void later(int n, int m, int l) {
#pragma twofold parallel for
  for (int i = 0; i < n; i += 2) {
    sums[i] = i;
    for (int j = i + 3; j <= m; j++) {
      double s = wider[i * MOST + j];
      for (int k = 1; k < l; k++)
        s -= wide[i * l + k] * wide[k * MOST + j];
      wider[i * MOST + j] = s / 2;
    }
    counts[i] = 2 * i;
  }
}

// Columns are as many in all rows, and something stands beside them.
static void headed(int n, int m, int l) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    sums[i] = n;
    for (int j = 0; j < m; ++j) {
      float s = 0;
      for (int k = 0; k < l; ++k)
        s += a[i * l + k] * data[j * l + k];
      out[i * m + j] = s;
    }
  }
}

// Rows without columns would read ahead of the array.
static void below(int n, int l) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    for (int j = 0; j <= i - 3; ++j) {
      float s = 0;
      for (int k = 0; k < l; ++k)
        s += a[(i - 3) * l + k] * data[j * l + k];
      out[i * n + j] = s;
    }
}

// The columns of the first rows would begin below zero, and so behind all.
static void wrapped(int n, unsigned m, int l) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    for (unsigned j = i - 2; j < m; ++j) {
      float s = 0;
      for (int k = 0; k < l; ++k)
        s += a[i * l + k] * data[k * MOST + j];
      out[i * (int)m + j] = s;
    }
}

// Operands are in memory of the kernel's own.
static const float table[8][8] = {{1, 2, 3, 4}, {5, 6, 7}, {8, 9}};
static void constants(int n, int l) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) {
      float s = 0;
      for (int k = 0; k < l; ++k)
        s += a[i * l + k] * table[k][j];
      out[i * n + j] = s;
    }
}

int main(void) {
  static const int sizes[][2] = {{1, 2},   {2, 0},    {33, 9}, {64, 17},
                                 {66, 65}, {131, 10}, {37, 5}};
  fill();
  for (int x = FEW ? 6 : 0; x < 7; ++x) {
    const int n = sizes[x][0], l = sizes[x][1];
    covariance(n, l);
    SHOW_FLOATS("covariance", out, n * n);
    correlation(n, l);
    SHOW_FLOATS("correlation", out, n * n);
    later(n, n / 2 + 8, l);
    SHOW_FLOATS("later", wider, SIZE);
    SHOW_INTEGERS("beside", sums, n);
    SHOW_INTEGERS("behind", counts, n);
    headed(n, n, l);
    SHOW_FLOATS("headed", out, n * n);
    SHOW_INTEGERS("heads", sums, n);
    below(n, l);
    SHOW_FLOATS("below", out, n * n);
    wrapped(n, n, l);
    SHOW_FLOATS("wrapped", out, n * n);
    constants(n % 8, l % 8);
    SHOW_FLOATS("constants", out, n * n);
  }
  return 0;
}
