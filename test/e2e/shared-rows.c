// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Few long rows, whose sums may come in any order: several groups of a device
// share one, and another launch puts together what they have found. All sums are
// exact.
// RUN: %e2e %s %t -fplugin-arg-twofold-schedule=tile
// RUN: %e2e %s %t.fast --also TWOFOLD_ZERO_COPY=0 -O2 -fassociative-math -fno-signed-zeros -fno-trapping-math -fplugin-arg-twofold-schedule=tile
#include "Inputs/show.h"

enum { N = 9, M = 2100 };
static float a[N * M], v[M], sums[N];
static double wide[N];
static int counts[N * M], least[N], places[N];
static unsigned bits[N];
static unsigned long long longs[N];

static void fill(void) {
  for (int i = 0; i < N * M; ++i) {
    a[i] = i * 37 % 101 - 40;
    counts[i] = i * 7919 % 2017 - 900;
  }
  for (int j = 0; j < M; ++j)
    v[j] = j * 13 % 7 - 3;
  for (int i = 0; i < N; ++i)
    sums[i] = i, wide[i] = -i, least[i] = 7 * i, bits[i] = 5, longs[i] = 3;
}

static void product(int n, int m) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    float s = sums[i];
#pragma twofold parallel for reduction(+ : s)
    for (int j = 0; j < m; ++j)
      s += a[i * m + j] * v[j];
    sums[i] = s;
  }
}

// Sums of several types, which begin with values of their own.
static void several(int n, int m) {
#pragma twofold parallel for
  for (int i = n - 1; i >= 0; --i) {
    const int half = m / 2;
    unsigned odd = bits[i];
    int small = 7, s = 0;
    unsigned long long p = longs[i];
    for (long j = m - 1; j >= 2; --j) {
      odd ^= (unsigned)counts[i * m + j] << 3;
      if (counts[i * m + j] < small)
        small = counts[i * m + j];
      p *= (unsigned)counts[i * m + j] * 2 + 1;
      if (j > half)
        s += counts[i * m + j];
    }
    bits[i] = odd;
    longs[i] = p;
    least[i] += small;
    places[i] = s;
  }
}

// What stands before the rounds runs once for each group.
static void scaled(int n, int m) {
  int i, j;
#pragma twofold parallel for private(j)
  for (i = 0; i < n; i++) {
    const float *row = a + i * m;
    double s = wide[i], most = row[0];
    float by = row[0] > 0 ? 2 : 3;
    by += i % 2;
#pragma twofold parallel for reduction(+ : s)
    for (j = 3; j < m; j += 2)
      s += by * row[j];
    wide[i] = s + most;
  }
}

int main(void) {
  static const int rows[] = {1, 3, N};
  static const int lengths[] = {1, 64, 511, 512, 767, M};
  fill();
  for (unsigned r = 0; r < sizeof rows / sizeof *rows; ++r)
    for (unsigned l = 0; l < sizeof lengths / sizeof *lengths; ++l) {
      product(rows[r], lengths[l]);
      several(rows[r], lengths[l]);
      scaled(rows[r], lengths[l]);
    }
  SHOW_FLOATS("sums", sums, N);
  SHOW_INTEGERS("bits", bits, N);
  SHOW_INTEGERS("longs", longs, N);
  SHOW_INTEGERS("least", least, N);
  SHOW_INTEGERS("places", places, N);
  SHOW_FLOATS("wide", wide, N);
  return 0;
}
