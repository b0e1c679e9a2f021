// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Loops that a device runs as several kernels, one after the other: sums along
// rows and along columns of one matrix, in the order of the serial program. The
// kernels of a GPU compute every bit of it; what threads add to one element
// together is exact here, in any order.
// RUN: %e2e %s %t
// RUN: %e2e %s %t.groups --also TWOFOLD_ZERO_COPY=0 -O2 -fplugin-arg-twofold-schedule=tile
#include "Inputs/show.h"

enum { N = 70, M = 131 };
static float a[N * M], x[M], y[M], t[N], p[M], q[N], r[N], s[M];
static float square[N][N], rows[N], columns[N];
static double wide[N][M], sums[M], means[N];
static int counts[N * M], totals[M];
static unsigned char kept[N * M];

static void fill(void) {
  for (int i = 0; i < N * M; ++i) {
    a[i] = i * 37 % 101 - 50;
    wide[i / M][i % M] = i % 53 - 20;
    counts[i] = i * 7 % 29 - 3;
    kept[i] = i % 7;
  }
  for (int i = 0; i < N; ++i) {
    t[i] = q[i] = -0.0f;
    r[i] = i * 11 % 17 - 8;
    rows[i] = columns[i] = i / 7.0f;
    means[i] = i;
    for (int j = 0; j < N; ++j)
      square[i][j] = (i * 5 + j * 3) % 23 / 7.0f - 1;
  }
  for (int j = 0; j < M; ++j) {
    x[j] = j * 13 % 31 - 15;
    y[j] = s[j] = -0.0f;
    p[j] = j % 5 - 2;
    sums[j] = totals[j] = j;
  }
}

// The transpose of a matrix times the matrix times a vector.
static void atax(int n, int m) {
#pragma twofold parallel for
  for (int i = 0; i < n; i++) {
    t[i] = 0;
    for (int j = 0; j < m; j++)
      t[i] = t[i] + a[i * M + j] * x[j];
    for (int j = 0; j < m; j++)
      y[j] = y[j] + a[i * M + j] * t[i];
  }
}

// Both products in one loop, whose variable is declared outside, and rows of a
// length that the call has.
static void bicg(int n, int m, float matrix[n][m]) {
  int i, j;
#pragma twofold parallel for
  for (i = 0; i < n; i++) {
    q[i] = 0;
    for (j = 0; j < m; j++) {
      s[j] = s[j] + r[i] * matrix[i][j];
      q[i] = q[i] + matrix[i][j] * p[j];
    }
  }
}

// Along rows and across them, each iteration with elements of its own.
static void crossed(int n) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < n; ++j)
      rows[i] += square[i][j] * x[j];
    for (int j = 0; j < n; ++j)
      columns[i] += square[j][i] * p[j];
  }
}

// Means of columns, and what is left of the columns without them.
static void centred(int n, int m) {
#pragma twofold parallel for
  for (int j = 0; j < n; ++j) {
    means[j] = 0;
    for (int i = 0; i < m; ++i)
      means[j] += square[i][j];
    means[j] /= m;
    for (int i = 0; i < m; ++i)
      square[i][j] -= means[j];
  }
}

// Unsigned numbers of 64 bits, an address that follows from the iteration,
// conditions, a variable of the iteration, and updates alone.
static void others(unsigned long n, unsigned long m) {
#pragma twofold parallel for
  for (unsigned long i = 0; i < n; ++i) {
    const double *line = &wide[i][0];
    double sum = 0;
    for (unsigned long j = 0; j < m; ++j)
      sum += line[j];
    means[i] = sum;
    for (unsigned long j = 0; j < m; ++j)
      sums[j] -= wide[i][j] * 2;
  }
#pragma twofold parallel for
  for (unsigned long i = 0; i < n; ++i)
    for (unsigned long j = 0; j <= m; ++j)
      if (kept[i * M + j])
        totals[j] += counts[i * M + j];
}

int main(void) {
#ifdef INTERPRETED
  static const int lengths[] = {65}, widths[] = {66};
#else
  static const int lengths[] = {1, 31, 32, 33, 64, 65, 70};
  static const int widths[] = {0, 1, 32, 63, 64, 65, 129, 130};
#endif
  for (int i = 0; i < (int)(sizeof lengths / sizeof *lengths); ++i)
    for (int j = 0; j < (int)(sizeof widths / sizeof *widths); ++j) {
      const int n = lengths[i], m = widths[j];
      fill();
      atax(n, m);
      bicg(n, m, (float(*)[m])a);
      SHOW_FLOATS("t", t, N);
      SHOW_FLOATS("y", y, M);
      SHOW_FLOATS("s", s, M);
      SHOW_FLOATS("q", q, N);
      crossed(n);
      SHOW_FLOATS("rows", rows, N);
      SHOW_FLOATS("columns", columns, N);
      centred(n, m < N ? m : N);
      for (int k = 0; k < N; ++k)
        SHOW_FLOATS("square", square[k], N);
      others(n, m);
      SHOW_FLOATS("means", means, N);
      SHOW_FLOATS("sums", sums, M);
      SHOW_INTEGERS("totals", totals, M);
    }
}
