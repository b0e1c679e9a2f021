// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Iterations that walk rows, whose sums may come in any order: a group of a device
// has few of them, and each item adds up a part of one. All sums are exact.
// RUN: %e2e %s %t -fopenmp-simd
// RUN: %e2e %s %t.groups --also TWOFOLD_ZERO_COPY=0 -O2 -fopenmp-simd -fplugin-arg-twofold-schedule=tile
// Compilers of drivers may put right what was loaded too early.
// RUN: %e2e %s %t.plain --also TWOFOLD_CL_FLAGS=-cl-opt-disable -O1 -fopenmp-simd -fplugin-arg-twofold-schedule=tile
// RUN: %e2e %s %t.fast --also TWOFOLD_ZERO_COPY=0 -O2 -fassociative-math -fno-signed-zeros -fno-trapping-math -fplugin-arg-twofold-schedule=tile
#include "Inputs/show.h"

enum { N = 37, M = 517 };
static float a[N * M], b[N * M], v[M], sums[N];
static double wide[N], x[N][M];
static int counts[N * M], least[N], more[N];
static unsigned bits[N], every[N];
static unsigned long long longs[N];

static void fill(void) {
  for (int i = 0; i < N * M; ++i) {
    a[i] = i * 37 % 101 - 40;
    b[i] = 0;
    counts[i] = i * 7919 % 2017 - 900;
    x[i / M][i % M] = i % 53 - 21;
  }
  for (int j = 0; j < M; ++j)
    v[j] = j * 13 % 31 - 9;
}

static void product(int n, int m) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    float s = 0;
#pragma twofold parallel for reduction(+ : s)
    for (int j = 0; j < m; ++j)
      s += a[i * m + j] * v[j];
    sums[i] = s;
  }
}

// Each loop needs what the one before it has found.
static void normal(int n, int m) {
  int i, j;
#pragma twofold parallel for private(j)
  for (i = 0; i < n; i++) {
    const float *row = a + i * m;
    float t = row[0], s = 3;
#pragma omp simd reduction(max : t)
    for (j = 1; j < m; j++)
      if (row[j] > t)
        t = row[j];
    float twice = 2 * t;
#pragma omp simd reduction(+ : s)
    for (j = 0; j < m; j++) {
      float d = row[j] - twice;
      b[i * m + j] = d;
      s += d;
    }
    for (j = 0; j < m; j++)
      b[i * m + j] += s;
  }
}

// Downward, several sums in one loop, and none of elements.
static void several(int n, int m) {
#pragma twofold parallel for
  for (int i = n - 1; i >= 0; --i) {
    unsigned all = ~0u, some = 0, odd = 5;
    int small = 1 << 30, s = 0x7fff0000;
    unsigned long long p = 1;
    for (long j = m - 1; j >= 2; --j) {
      all &= counts[i * m + j] | 7;
      some |= counts[i * m + j];
      odd ^= (unsigned)counts[i * m + j] << 3;
      if (counts[i * m + j] < small)
        small = counts[i * m + j];
      p *= (unsigned)counts[i * m + j] * 2 + 1;
      if (counts[i * m + j] > 300)
        s += counts[i * m + j] - 700;
    }
    for (int j = m; j < m; ++j)
      s += counts[i * m + j];
    every[i] = all + some;
    bits[i] = odd;
    least[i] = small;
    longs[i] = p;
    more[i] = s;
  }
}

// In place: elements of this row that other items have stored.
static void neighbours(int n, int m) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    int s = counts[i * m];
    for (int j = 0; j < m; ++j)
      counts[i * m + j] += s;
    for (int j = 0; j < m - 1; ++j)
      s += counts[i * m + j + 1] - counts[i * m + j];
    least[i] += s;
  }
}

// Statements that add up what they have stored, or what ones before them have,
// of few long rows.
static void clipped(int n, int m) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    int s = 0;
    for (int j = 0; j < m; ++j)
      if (counts[i * m + j] > 500) {
        counts[i * m + j] = 500;
        s += counts[i * m + j];
      }
    least[i] = s;
  }
}

static void after(int n, int m) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    int s = 0, t = 0;
    for (int j = 0; j < m; ++j) {
      if (counts[i * m + j] > 300) {
        counts[i * m + j] = 7;
        s += 1;
      }
      t += counts[i * m + j];
    }
    least[i] = s;
    more[i] = t;
  }
}

static void either(int n, int m) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    int s = 0;
    for (int j = 0; j < m; ++j) {
      if (counts[i * m + j] > 100)
        s += 3;
      else
        counts[i * m + j] = 100;
      s += counts[i * m + j];
    }
    more[i] += s;
  }
}

static void within(int n, int m) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    int s = 0;
    for (int j = 0; j < m; ++j) {
      s += counts[i * m + j] = counts[i * m + j] / 2;
      s += counts[i * m + j];
    }
    least[i] += s;
  }
}

// Read only where the program reads it.
static void guarded(int n, int m) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    double s = 1;
#pragma twofold parallel for
    for (int j = 0; j < m; ++j)
      if (j > 0 && j < m - 2)
        s = s + x[i][j] * x[i][j - 1];
    wide[i] += s;
  }
}

int main(void) {
  fill();
  product(N, M);
  SHOW_FLOATS("product", sums, N);
  product(3, 64);
  product(9, 1);
  product(7, 129);
  SHOW_FLOATS("short", sums, N);
  normal(N, M);
  SHOW_FLOATS("normal", b, N * M);
  several(N, M);
  SHOW_INTEGERS("every", every, N);
  SHOW_INTEGERS("bits", bits, N);
  SHOW_INTEGERS("least", least, N);
  SHOW_INTEGERS("longs", longs, N);
  SHOW_INTEGERS("more", more, N);
  neighbours(N, M);
  SHOW_INTEGERS("counts", counts, N * M);
  SHOW_INTEGERS("least", least, N);
  fill();
  clipped(2, 8192);
  SHOW_INTEGERS("clipped", least, N);
  after(2, 8192);
  either(2, 8192);
  SHOW_INTEGERS("after", more, N);
  within(2, 8192);
  SHOW_INTEGERS("within", least, N);
  SHOW_INTEGERS("counts", counts, N * M);
  guarded(N, M);
  SHOW_FLOATS("guarded", wide, N);
  return 0;
}
