// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Groups of a device compute tiles of sums: in all orders of the loops, with
// operands that are transposed, of all types, and round the edges of tiles; and
// tiles that are read along rows and stored along columns.
// RUN: %e2e %s %t --also TWOFOLD_ZERO_COPY=0
// RUN: %e2e %s %t.tile --many-kernels --also TWOFOLD_ZERO_COPY=0 -O2 -march=x86-64-v3 -fplugin-arg-twofold-schedule=tile
#include "Inputs/show.h"

// An interpreter takes a thousand times as long: there are an edge of each kind
// then.
#ifdef INTERPRETED
enum { MOST = 85, FEW = 1 };
#else
enum { MOST = 141, FEW = 0 };
#endif
enum { SIZE = MOST * MOST, ROUNDS = FEW ? 12 : MOST };
static float a[SIZE], b[SIZE], c[SIZE], d[SIZE];
static double wide_a[70][MOST], wide_b[MOST][MOST], wide_c[70][MOST];
static int counts[SIZE], more[SIZE], sums[SIZE];
static long long longs[SIZE];
static unsigned char letters[SIZE], bytes[SIZE];

static void fill(void) {
  for (int i = 0; i < SIZE; ++i) {
    a[i] = (i * 37 % 101) / 17.0f - 2;
    b[i] = (i * 13 % 31) / 11.0f - 1;
    c[i] = i % 7 - 3.25f;
    d[i] = (i * 7 % 29) / 13.0f;
    counts[i] = i * 7 % 29 - 3;
    more[i] = i * 11 % 53 - 20;
    sums[i] = i;
    longs[i] = i * 1000003LL;
    letters[i] = i * 17;
    wide_b[i / MOST][i % MOST] = i % 53 / 3.0;
    wide_a[i / MOST % 70][i % MOST] = i % 59 / 7.0 - 3;
    wide_c[i / MOST % 70][i % MOST] = i % 3;
  }
}

static void rows(int n, int m, int l) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) {
      float s = 0;
      for (int k = 0; k < l; ++k)
        s += a[i * l + k] * b[k * m + j];
      c[i * m + j] = s;
    }
}

// Sums in memory, in the order in which memory is read.
static void streamed(int n, int m, int l, float alpha, float beta) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < m; ++j)
      c[i * m + j] *= beta;
    for (int k = 0; k < l; ++k) {
      const float x = alpha * a[i * l + k];
      for (int j = 0; j < m; ++j)
        c[i * m + j] += x * b[k * m + j];
    }
  }
}

// What rounds update is touched before and behind them.
static void around(int n, int m, int l) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    const int row = i * m;
    for (int j = 0; j < m; ++j)
      c[row + j] = c[row + j] * 0.5f + d[j];
    for (int k = 0; k < l; ++k)
      for (int j = 0; j < m; ++j)
        c[row + j] += a[i * l + k] * b[k * m + j];
    for (int j = 0; j < m; ++j)
      c[row + j] = c[row + j] > 0 ? c[row + j] : 0.25f * c[row + j];
  }
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) {
      longs[i * m + j] = j;
      for (int k = 0; k < l; ++k)
        longs[i * m + j] += (long long)counts[i * l + k] * more[j * l + k];
    }
}

// Both transposed, columns outside, and something behind the sum.
static void turned(int n, int m, int l) {
#pragma twofold parallel for
  for (int j = 0; j < m; ++j)
    for (int i = 0; i < n; ++i) {
      float s = d[j], *to = c + i * m;
      for (int k = l - 1; k >= 0; --k)
        s -= a[k * n + i] * b[j * l + k];
      to[j] = s > 0 ? s : d[j] * s;
    }
}

static void doubles(void) {
#pragma twofold parallel for collapse(2)
  for (int i = 0; i < 70; ++i)
    for (int j = 0; j < MOST; ++j) {
      for (int k = 1; k < ROUNDS; k += 2)
        wide_c[i][j] += wide_a[i][k] * wide_b[j][k] + wide_a[i][k - 1];
      wide_c[i][j] /= 2;
    }
}

// What some GPUs do by instructions for matrices, with zeros of both signs.
static void taken(int n, int m, int l) {
  for (int i = 0; i < n; i += 3)
    for (int k = 0; k < l; ++k)
      wide_a[i][k] = k % 2 ? -0.0 : 0.0;
  for (int j = 0; j < m; ++j)
    wide_c[0][j] = j % 2 ? -0.0 : 0.0;
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j)
      for (int k = 0; k < l; ++k)
        wide_c[i][j] -= wide_a[i][k] * wide_b[k][j];
}

// Two products, of which one is in double precision.
static void twice(int n, int l) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j)
      for (int k = 0; k < l; ++k) {
        c[i * n + j] += a[i * l + k] * b[j * l + k];
        c[i * n + j] += b[i * l + k] * 0.5 * a[j * l + k];
      }
}

// The shortest ways by one more step.
static void shortest(int n) {
  int i, j, k, s;
#pragma twofold parallel for
  for (i = 0; i < n; ++i)
    for (j = 0; j < n; ++j) {
      s = 1 << 30;
      for (k = 0; k < n; ++k)
        if (counts[i * n + k] + more[k * n + j] < s)
          s = counts[i * n + k] + more[k * n + j];
      sums[i * n + j] = s;
    }
}

// Several products at once.
static void batched(int z, int n) {
#pragma twofold parallel for
  for (int y = 0; y < z; ++y)
    for (int i = 0; i < n; ++i) {
      const int *row = counts + (y * n + i) * n;
      for (int j = 0; j < n; ++j) {
        long long s = longs[(y * n + i) * n + j];
        for (int k = 0; k < n; ++k)
          s += (long long)row[k] * more[(y * n + k) * n + j];
        longs[(y * n + i) * n + j] = s;
      }
    }
}

// What is summed up is the distance of numbers, between and beside them.
static void distances(int n, int m, int l) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) {
      float s = 0, t = 1;
      for (int k = 0; k < l; ++k) {
        float e = a[i * l + k] - b[j * l + k], f = d[k] * e;
        s += e * e;
        t = t > f ? t : f;
      }
      c[i * m + j] = s * t + i;
    }
}

// One element after the other is read, and stored a row apart.
static void copied(int n, int m) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j)
      c[j * n + i] = a[i * m + j];
}

// Of several arrays, with something beside them.
static void mixed(void) {
#pragma twofold parallel for collapse(2)
  for (int j = 0; j < MOST; ++j)
    for (int i = 0; i < 70; ++i) {
      const double x = wide_a[i][j] * a[i * MOST + j];
      if (x > counts[i * MOST + j])
        wide_b[j][i] -= x;
      wide_b[j][i] *= wide_a[i][j] + i;
    }
}

// Several at once, of small elements.
static void stacked(int z, int n, int m) {
#pragma twofold parallel for
  for (int y = 0; y < z; ++y)
    for (int j = 0; j < m; ++j)
      for (int i = 0; i < n; ++i)
        bytes[(y * m + j) * n + i] = letters[(y * n + i) * m + j] + y;
}

// Each row has a column more than the last one, of two products.
static void lower(int n, int l, int more, float alpha, float beta) {
#pragma twofold parallel for
  for (int i = 0; i < n; i++) {
    for (int j = 0; j <= i + more; j++)
      c[i * MOST + j] *= beta;
    for (int k = 0; k < l; k++)
      for (int j = 0; j <= i + more; j++) {
        c[i * MOST + j] += a[j * l + k] * alpha * b[i * l + k];
        c[i * MOST + j] += b[j * l + k] * alpha * a[i * l + k];
      }
  }
}

static void shrinking(long n, long l) {
#pragma twofold parallel for
  for (long i = n - 1; i >= 0; --i)
    for (long j = 2; j < i; ++j) {
      long long s = j;
      for (long k = 0; k < l; ++k)
        s += (long long)counts[i * l + k] * more[j * l + k];
      longs[i * n + j] = s;
    }
}

// Two pointers into one array, or into two.
static void overlapping(int n, float *to, const float *from) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) {
      float s = 0;
      for (int k = 0; k < n; ++k)
        s += from[i * n + k] * b[k * n + j];
      to[i * n + j] = s;
    }
}

int main(void) {
  static const int sizes[][3] = {{1, 2, 3},    {0, 5, 8},    {64, 64, 0},
                                 {9, 63, 16},  {65, 64, 17}, {129, 65, 7},
                                 {63, 130, 9}, {66, 33, 3}};
  fill();
  for (unsigned x = FEW ? 7 : 0; x < (FEW ? 8 : 7); ++x) {
    const int n = sizes[x][0], m = sizes[x][1], l = sizes[x][2];
    rows(n, m, l);
    SHOW_FLOATS("rows", c, n * m);
    streamed(m, n, l, 0.75f, -0.5f);
    SHOW_FLOATS("streamed", c, n * m);
    around(n, m, l);
    SHOW_FLOATS("around", c, n * m);
    SHOW_INTEGERS("around", longs, n * m);
    turned(n, m, l);
    SHOW_FLOATS("turned", c, n * m);
    distances(n, m, l);
    SHOW_FLOATS("distances", c, n * m);
    copied(n, m);
    SHOW_FLOATS("copied", c, n * m);
    lower(n < m ? n : m, l, (int)x - 3, 0.5f, 1.25f);
    SHOW_FLOATS("lower", c, SIZE);
    shrinking(n, l);
    SHOW_INTEGERS("shrinking", longs, n * n);
  }
  mixed();
  SHOW_FLOATS("mixed", &wide_b[0][0], MOST * MOST);
  stacked(3, 67, 33);
  SHOW_INTEGERS("stacked", bytes, SIZE);
  doubles();
  SHOW_FLOATS("doubles", &wide_c[0][0], 70 * MOST);
  taken(70, MOST, FEW ? 5 : 13);
  taken(35, 33, 1);
  SHOW_FLOATS("taken", &wide_c[0][0], 70 * MOST);
  twice(FEW ? 33 : 66, FEW ? 3 : 13);
  SHOW_FLOATS("twice", c, SIZE);
  shortest(37);
  SHOW_INTEGERS("shortest", sums, SIZE);
  batched(FEW ? 1 : 2, 35);
  SHOW_INTEGERS("batched", longs, SIZE);
  overlapping(40, c, a);
  overlapping(40, c, c + 1600);
  SHOW_FLOATS("overlapping", c, SIZE);
  return 0;
}
