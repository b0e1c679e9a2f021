// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Inner loops whose rounds become items wherever they stand in the body, and
// elements that are kept in registers while a loop runs.
// RUN: %e2e %s %t
#include "Inputs/show.h"

enum { N = 7, M = 21, L = 13 };
static float a[N][L], b[L][M], c[N][M];
static double x[N * M], y[N * M];
static int counts[N][M][L];
static float memory[4 * M];

static void fill(void) {
  for (int i = 0; i < N; ++i)
    for (int k = 0; k < L; ++k)
      a[i][k] = (i * 37 + k * 11) % 19 / 7.0f - 1;
  for (int k = 0; k < L; ++k)
    for (int j = 0; j < M; ++j)
      b[k][j] = (k * 29 + j * 17) % 23 / 9.0f - 1;
  for (int i = 0; i < N; ++i)
    for (int j = 0; j < M; ++j)
      c[i][j] = i - j, x[i * M + j] = i * 0.7 - j * 0.3, y[i * M + j] = 0;
}

// Scaled and added to in loops of their own.
static void scaled(void) {
  int i, j, k;
#pragma twofold parallel for private(j, k)
  for (i = 0; i < N; i++) {
    for (j = 0; j < M; j++)
      c[i][j] *= 0.3f;
    for (k = 0; k < L; k++)
      for (j = 0; j < M; j++)
        c[i][j] += 1.7f * a[i][k] * b[k][j];
  }
}

// What stands beside the loop belongs to the row.
static void rows(int n, int m) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    const double *row = x + i * m;
    double twice = 2 * row[0];
    if (i % 3 != 1)
      for (int j = m - 1; j >= 0; j -= 2)
        y[i * m + j] = row[j] * twice;
  }
}

// One item each, and each skips for itself.
static void skipped(unsigned n, long m) {
#pragma twofold parallel for
  for (unsigned i = 0; i < n; ++i)
    for (int k = 0; k < 3; ++k)
      for (long j = 1; j <= m - 2; ++j) {
        if ((j + k) % 3 == 0)
          continue;
        y[i * m + j] += k + x[i * m + j];
      }
}

static void cube(short n) {
#pragma twofold parallel for
  for (short i = 0; i < n; ++i)
    for (short j = 2; j < M; ++j)
      for (short k = 0; k < L; ++k)
        counts[i][j][k] = i * 100 + j * 10 + k;
}

// Each round but the last depends on its neighbour.
static void recurrence(void) {
#pragma twofold parallel for
  for (int i = 0; i < N; ++i)
    for (int k = 0; k < L; ++k)
      for (int j = 1; j < M; ++j)
        c[i][j] += c[i][j - 1] * 0.1f;
}

// What is written and what is read may be one array.
static void smoothed(int n, int m, float *to, const float *from) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) {
      to[i * 2 * m + j] = 0;
      for (int k = 0; k < 3; ++k)
        to[i * 2 * m + j] += from[i * 2 * m + j + k] * 0.5f;
    }
}

// Kept while a loop of no, one and more rounds runs.
static void sums(int n, int m, int l) {
#pragma twofold parallel for collapse(2)
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) {
      for (int k = 0; k < l; ++k)
        y[i * m + j] -= a[i][k] * (double)b[k][j];
      for (int k = 0; k < 2; ++k)
        for (int p = 0; p < 3; ++p)
          counts[i][j][0] += k * p + i;
    }
}

static float way[N * M];
static int steps[N][M];

// Round k of a row reads and stores what all of them read.
static void shorter(int n, int m, int k, float *d) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) {
      float t = d[i * m + k] + d[k * m + j];
      if (t < d[i * m + j])
        d[i * m + j] = t;
    }
}

static void fewer(int first, int k) {
#pragma twofold parallel for
  for (int i = first; i < N; ++i)
    for (int j = 2; j < M; ++j)
      steps[i][j] = steps[i][j] < steps[i][k] + steps[k][j]
                        ? steps[i][j]
                        : steps[i][k] + steps[k][j];
}

static void cell(long at, double scale) { y[at] = scale * x[at]; }

// Rows that begin where the one before ends, and cells beside the loop, of
// which one item takes care.
static void edged(int n, int m) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    const int row = i * m;
    cell(row, 3);
    for (long j = row + 1; j < row + m - 1; ++j)
      cell(j, 2);
    if (m > 1)
      y[row + m - 1] = -x[row];
  }
}

// Each row is shorter than the last one.
static void triangle(int n, int m) {
  int j;
#pragma twofold parallel for private(j)
  for (int i = 0; i < n; ++i) {
    for (j = i; j < m; ++j)
      c[i][j] *= 0.5f;
    for (int k = 0; k < L; ++k)
      for (j = i; j < m; ++j)
        c[i][j] += a[i][k] * b[k][j];
  }
}

static void backward(long n) {
#pragma twofold parallel for
  for (long i = n - 1; i >= 0; --i)
    for (int j = M - 1; j >= i; j -= 3)
      steps[i][j] = i * 100 + j;
}

static void stripes(unsigned n) {
  unsigned j;
#pragma twofold parallel for private(j)
  for (unsigned i = 0; i < n; ++i) {
    const unsigned first = 2 * i;
    for (j = first; j <= first + 11; j += 2) {
      if (j % 3 == 1)
        continue;
      counts[i][j % M][3] = i * 10 + j;
    }
    for (j = first + 1; j < M; ++j)
      steps[i][j] -= j;
  }
}

// Nothing here may be shared out: rounds meet from one loop to the next, beside
// the loop, and in what all items would read.
static void moved(int n) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    const int first = i + 1;
    for (int k = 0; k < 4; ++k)
      for (int j = first + k; j < M; ++j)
        c[i][j] = c[i][j] * 0.5f + k * j;
  }
}

static void met(int n, int m) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    y[i * m] = i;
    for (int j = 0; j < m - 1; ++j)
      y[i * m + j] = y[i * m + j] * 3 + x[j];
    y[i * m + m - 1] += y[i * m + m - 2];
  }
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    counts[i][0][0] += i;
    const int s = counts[i][0][0];
    for (int j = 1; j < m; ++j)
      counts[i][j][0] = s + j;
  }
}

// Where the condition does not hold, nobody divides.
static void divided(int n, int m, int d) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    if (d > 0)
      for (int j = 0; j < m / d; ++j)
        c[i][j] -= j;
}

int main(void) {
  fill();
  for (int m = 1; m <= M; m += 5) {
    edged(N, m);
    SHOW_FLOATS("edged", y, N * m);
  }
  divided(N, M, 0);
  divided(N, M, 2);
  triangle(N, M);
  triangle(N, 3);
  SHOW_FLOATS("triangle", &c[0][0], N * M);
  backward(N);
  stripes(N);
  SHOW_INTEGERS("stripes", &steps[0][0], N * M);
  SHOW_INTEGERS("stripes", &counts[0][0][0], N * M * L);
  moved(N);
  SHOW_FLOATS("moved", &c[0][0], N * M);
  met(N, M);
  SHOW_FLOATS("met", y, N * M);
  SHOW_INTEGERS("met", &counts[0][0][0], N * M * L);
  scaled();
  SHOW_FLOATS("scaled", &c[0][0], N * M);
  rows(N, M);
  SHOW_FLOATS("rows", y, N * M);
  skipped(N, M);
  SHOW_FLOATS("skipped", y, N * M);
  cube(N);
  SHOW_INTEGERS("cube", &counts[0][0][0], N * M * L);
  recurrence();
  SHOW_FLOATS("recurrence", &c[0][0], N * M);
  for (int i = 0; i < 4 * M; ++i)
    memory[i] = i % 11;
  smoothed(2, M - 2, memory, memory + 1);
  SHOW_FLOATS("overlapping", memory, 4 * M);
  smoothed(1, M - 2, memory, memory + 2 * M);
  SHOW_FLOATS("smoothed", memory, 4 * M);
  for (int i = 0; i < N * M; ++i) {
    way[i] = i % (M + 1) ? 1 + i * 37 % 101 / 7.0f : 0;
    steps[i / M][i % M] = i % (M + 1) ? 1 + i * 29 % 83 : 0;
  }
  for (int k = 0; k < N; ++k) {
    shorter(N, M, k, way);
    fewer(k + 1, k);
  }
  SHOW_FLOATS("shorter", way, N * M);
  SHOW_INTEGERS("fewer", &steps[0][0], N * M);
  // A way that gets shorter with each round: its row alone is told by order.
  way[3 * M + 3] = -0.5f;
  shorter(3, M, 3, way);
  steps[1][1] = -5; // outside the columns
  fewer(2, 1);
  steps[2][2] = -5;
  fewer(3, 2);
  SHOW_FLOATS("shorter", way, N * M);
  SHOW_INTEGERS("fewer", &steps[0][0], N * M);
  sums(N, M, L);
  sums(N, M, 1);
  sums(N, M, 0);
  sums(N, M, -3);
  SHOW_FLOATS("sums", y, N * M);
  SHOW_INTEGERS("counts", &counts[0][0][0], N * M * L);
  return 0;
}
