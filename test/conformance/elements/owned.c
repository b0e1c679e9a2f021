// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tiles, segments and counters that belong to an iteration are updated and used
// in it; who owns what is the annotation's word.
// RUN: %conform %s %t
#include "show.h"

enum { N = 320, T = 16, W = 20 };

static void tiles(int n, double *x, double *y) {
#pragma twofold parallel for extent(x, N) extent(y, N)
  for (int t = 0; t <= (n - 1) / T; ++t)
    for (int i = T * t; i <= (T * t + T - 1 < n - 1 ? T * t + T - 1 : n - 1);
         ++i) {
      x[i] = x[i] - y[i] / 4;
      x[i] += x[i] * 3;
      y[i] *= 2;
      if (x[i] > 5)
        y[i] -= x[i];
    }
}
static void segments(int rows, double *x, const int *first) {
#pragma twofold parallel for extent(x, N) extent(first, N + 1)
  for (int r = 0; r < rows; ++r) {
    double *mine = x + first[r];
    for (int i = first[r] + 1; i < first[r + 1]; ++i)
      x[i] += x[i - 1];
    for (int i = 1; i < first[r + 1] - first[r]; ++i)
      mine[i] += mine[i - 1] / 2;
  }
}
static void rank(int blocks, int w, const int *key, int *count) {
#pragma twofold parallel for extent(key, N) extent(count, N)
  for (int b = 0; b < blocks; ++b) {
    int k1 = b * w, k2 = k1 + w;
    for (int k = k1; k < k2; ++k)
      count[k] = 0;
    for (int i = k1; i < k2; ++i)
      count[key[i]]++;
    for (int k = k1 + 1; k < k2; ++k)
      count[k] += count[k - 1];
  }
}
static void places(int n, double *x, const int *at) {
#pragma twofold parallel for extent(x, N) extent(at, N)
  for (int i = 0; i < n; ++i) {
    x[at[i]] = x[at[i]] + 1;
    x[at[i]] = x[at[i]] * 2;
  }
}

int main(void) {
  static double x[N], y[N];
  static int first[N + 1], key[N], count[N], at[N];
  for (int i = 0; i < N; ++i) {
    x[i] = i % 9, y[i] = i % 5;
    key[i] = i / W * W + i * 7 % W;
    at[i] = i * 77 % N;
  }
  for (int r = 0; r <= N / 8; ++r)
    first[r] = 8 * r;
  tiles(N - 3, x, y);
  segments(N / 8, x, first);
  rank(N / W, W, key, count);
  places(N, x, at);
  SHOW_FLOATS("x", x, N);
  SHOW_FLOATS("y", y, N);
  SHOW_INTEGERS("count", count, N);
}
