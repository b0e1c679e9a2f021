// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Iterations that walk rows: a group of a device has several of them, shares
// out their elements, and adds up in order.
// RUN: %e2e %s %t
// RUN: %e2e %s %t.groups --also TWOFOLD_ZERO_COPY=0 -O2 -fplugin-arg-twofold-schedule=tile
#include "Inputs/show.h"

enum { N = 35, M = 131 };
static float a[N * M], b[N * M], v[N * M], sums[N];
static double wide[N], x[N][M];
static int counts[N * M], least[N];

static void fill(void) {
  for (int i = 0; i < N * M; ++i) {
    a[i] = (i * 37 % 101) / 17.0f - 2;
    b[i] = 0;
    counts[i] = i * 7 % 29 - 3;
    x[i / M][i % M] = i % 53 / 3.0;
  }
  for (int j = 0; j < N * M; ++j)
    v[j] = (j * 13 % 31) / 11.0f - 1;
}

// Products, which may be fused with their sum.
static void product(int n, int m) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    float s = 0;
    for (int j = 0; j < m; ++j)
      s += a[i * m + j] * v[j];
    sums[i] = s;
  }
}

// Sums of elements in memory, as textbooks have them, one of them the other's.
static void added(int n, int m, float f) {
  int i, j;
#pragma twofold parallel for private(j)
  for (i = 0; i < n; i++)
    for (j = 0; j < m; j++)
      sums[i] = sums[i] + f * a[i * m + j] * v[j];
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    wide[i] = 0;
    least[i] = i;
    for (int j = 0; j < m; ++j) {
      wide[i] = x[i][j] * v[j] + wide[i];
      if (counts[i * m + j] > 2)
        sums[i] += a[i * m + j];
      least[i] -= counts[i * m + j];
    }
    wide[i] = f * wide[i] + sums[i];
  }
}

// A loop without rounds touches none of its sums, which may be constant then.
static const float untouched[N] = {3};
static void unequal(int n, int m, int k, float *to) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < m; ++j)
      sums[i] += a[i * m + j];
    for (int j = 0; j < k; ++j)
      to[i] += v[j] * a[i * m + j];
  }
}

// Three loops over a row, each of which needs what the one before it has found.
static void normal(int n, int m) {
  int i, j;
#pragma twofold parallel for private(j)
  for (i = 0; i < n; i++) {
    const float *row = a + i * m;
    float s = 0, t = 0;
    for (j = 0; j < m; j++)
      s += row[j];
    float mean = s / m;
    for (j = 0; j < m; j++) {
      float d = row[j] - mean;
      t += d * d;
    }
    float r = 1.0f / (t / m + 1e-5f);
    for (j = 0; j < m; j++)
      b[i * m + j] = (row[j] - mean) * r;
  }
}

// The greatest element, and a sum of what is stored.
static void greatest(int n, int m) {
#pragma twofold parallel for
  for (int i = n - 1; i >= 0; --i) {
    float t = b[i * m];
    double s = 0;
    int k = 0;
    for (int j = 1; j <= m - 1; ++j) {
      if (b[i * m + j] > t)
        t = b[i * m + j];
      k += counts[i * m + j] > 0 ? counts[i * m + j] : 1;
    }
    for (int j = m - 1; j >= 0; j -= 1) {
      b[i * m + j] -= t;
      s = s - b[i * m + j];
    }
    wide[i] = s + k;
  }
}

// Rounds that load before they store, what they store added up, and updates of
// that; in tiles of 256 columns, as groups have few rows of several loops.
static void shares(int n, int m) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    float top = a[i * m], s = 0;
    for (int j = 1; j < m; ++j)
      top = a[i * m + j] > top ? a[i * m + j] : top;
    for (int j = 0; j < m; ++j) {
      b[i * m + j] = a[i * m + j] - top;
      s += b[i * m + j];
    }
    for (int j = 0; j < m; ++j) {
      b[i * m + j] *= 0.5f;
      s -= b[i * m + j] * a[i * m + j];
    }
    for (int j = 0; j < m; ++j)
      b[i * m + j] /= s;
  }
}

// Elements of this row that other columns have stored.
static void neighbours(int n, int m) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    int s = counts[i * m];
    for (int j = 0; j < m; ++j)
      counts[i * m + j] += s;
    least[i] = counts[i * m + m - 1];
    for (int j = 0; j < m - 1; ++j)
      b[i * m + j] = counts[i * m + j + 1] * 0.5f;
    for (long j = 0; j < m; ++j)
      if (least[i] > 3)
        s -= counts[i * m + j];
    least[i] += s;
  }
}

// Nothing is evaluated that the program does not evaluate.
static void guarded(int n, int m) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    double s = 1;
    for (int j = 0; j < m; ++j)
      if (j > 0 && j < m - 2)
        s += x[i][j] / (x[i][j - 1] + 1);
    wide[i] += s;
  }
}

// Rows by names that a kernel's text might use itself.
static void named(int n, int COLUMNS, int TILE) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    float s = 0;
    for (int j = 0; j < COLUMNS; ++j)
      s += a[i * COLUMNS + j] * TILE;
    sums[i] = s * COLUMNS;
  }
}
static void put_aside(int n, int m, const float *tile_next, int tile_4) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    float s = 0;
    for (int j = 0; j < m; ++j)
      s += a[i * m + j] + tile_next[j] + tile_4;
    sums[i] = s;
  }
}

// What a function has stored is read behind its call.
static float put(float *to, float by) { return *to = by; }
static float twice(float by) { return by + by; }
static void called(int n, int m, float *z) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    float s = 0;
    for (int j = 0; j < m; ++j)
      s += a[i * m + j];
    for (int j = 0; j < m; ++j) {
      float t = put(&z[i * m + j], a[i * m + j]);
      b[i * m + j] = z[i * m + j] * twice(t) + s;
    }
  }
}
static void called_alone(long n, float *z) {
#pragma twofold parallel for
  for (long i = 0; i < n; ++i) {
    float t = put(&z[i], a[i]);
    z[i] = z[i] * t + 1;
  }
}

// Few rows are long enough for groups of their own.
static void alone(void) {
  product(1, N * M);
  product(2, 2048);
  product(4, 513);
  SHOW_FLOATS("alone", sums, N);
  normal(2, 2049);
  greatest(2, 600);
  neighbours(3, 1025);
  SHOW_FLOATS("alone", wide, N);
  SHOW_FLOATS("alone", b, N * M);
  SHOW_INTEGERS("alone", counts, N * M);
}

int main(void) {
  fill();
  added(N, M, 0.75f);
  added(N - 3, 1, 2);
  added(2, 0, 2);
  SHOW_FLOATS("added", sums, N);
  unequal(N, M, M, b);
  unequal(N, M, 0, (float *)untouched);
  SHOW_FLOATS("unequal", sums, N);
  SHOW_FLOATS("unequal", b, N);
  SHOW_FLOATS("added", wide, N);
  SHOW_INTEGERS("added", least, N);
  product(N, M);
  SHOW_FLOATS("product", sums, N);
  product(3, 64);
  SHOW_FLOATS("short", sums, N);
  normal(N, M);
  SHOW_FLOATS("normal", b, N * M);
  normal(9, 257);
  SHOW_FLOATS("normal", b, N * M);
  shares(17, 256);
  SHOW_FLOATS("shares", b, N * M);
#ifndef INTERPRETED
  shares(7, 515);
  shares(N, M);
  SHOW_FLOATS("shares", b, N * M);
#endif
  greatest(N, M);
  SHOW_FLOATS("greatest", wide, N);
  neighbours(N, M);
  SHOW_INTEGERS("counts", counts, N * M);
  SHOW_INTEGERS("least", least, N);
  SHOW_FLOATS("moved", b, N * M);
  guarded(N, M);
  SHOW_FLOATS("guarded", wide, N);
  named(7, 513, 3);
  named(N, M, 5);
  SHOW_FLOATS("named", sums, N);
  put_aside(2, 513, v, 3);
  put_aside(N, M, v, 5);
  SHOW_FLOATS("put aside", sums, N);
  called(2, 2100, v);
  SHOW_FLOATS("called", v, N * M);
  SHOW_FLOATS("called", b, N * M);
  called_alone(N * M, v);
  SHOW_FLOATS("called", v, N * M);
  alone();
  return 0;
}
