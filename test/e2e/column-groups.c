// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Sums of columns: a group of a device has several of them, shares out their
// elements, and adds up in order. Numbers of columns and rounds at the edges of
// what a group has, which is 8 columns up to 1,024 of them here, and 32 beyond.
// RUN: %e2e %s %t
// RUN: %e2e %s %t.groups --also TWOFOLD_ZERO_COPY=0 -O2 -fplugin-arg-twofold-schedule=tile
#include "Inputs/show.h"

enum { N = 1057, M = 259 };
static float a[M * N], x[M], sums[N], kept[N];
static double wide[M][N], long_sums[N];
static int counts[M * N], least[N];

static void fill(void) {
  for (int i = 0; i < M * N; ++i) {
    a[i] = (i * 37 % 101) / 17.0f - 2;
    wide[i / N][i % N] = i % 53 / 3.0;
    counts[i] = i * 7 % 29 - 3;
  }
  for (int j = 0; j < M; ++j)
    x[j] = (j * 13 % 31) / 11.0f - 1;
  for (int i = 0; i < N; ++i) {
    sums[i] = long_sums[i] = -0.0f;
    kept[i] = i / 7.0f;
    least[i] = i;
  }
}

static void product(int n, int m) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    float s = 0;
    for (int j = 0; j < m; ++j)
      s += a[j * N + i] * x[j];
    sums[i] = s;
  }
}

// Sums of elements, rounds that count down, and what all columns have twice.
static void added(int n, int m, float by) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j)
      kept[i] = kept[i] + by * a[j * N + i] * x[j];
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    double s = 1;
    for (int j = m - 1; j >= 0; --j) {
      const double d = wide[j][i] - x[j];
      s += d * d + x[j];
    }
    long_sums[i] = s;
  }
}

// Two loops, one after the other, and sums that have conditions.
static void two(int n, int m) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    float most = a[i];
    int count = 0;
    for (int j = 1; j < m; j += 2)
      if (a[j * N + i] > most)
        most = a[j * N + i];
    for (int j = 0; j < m; ++j)
      count += counts[j * N + i] > x[j] ? counts[j * N + i] : 1;
    sums[i] = most;
    least[i] -= count;
  }
}

int main(void) {
#ifdef INTERPRETED
  static const int columns[] = {11}, rounds[] = {259};
#else
  static const int columns[] = {1, 7, 8, 9, 33, 1024, 1025, 1056};
  static const int rounds[] = {0, 1, 64, 65, 255, 256, 257};
#endif
  for (int i = 0; i < (int)(sizeof columns / sizeof *columns); ++i)
    for (int j = 0; j < (int)(sizeof rounds / sizeof *rounds); ++j) {
      const int shown = columns[i] + 1;
      fill();
      product(columns[i], rounds[j]);
      SHOW_FLOATS("sums", sums, shown);
      added(columns[i], rounds[j], 1.5f);
      two(columns[i], rounds[j]);
      SHOW_FLOATS("sums", sums, shown);
      SHOW_FLOATS("kept", kept, shown);
      SHOW_FLOATS("long_sums", long_sums, shown);
      SHOW_INTEGERS("least", least, shown);
    }
}
