// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Grids in three dimensions, of which an item computes several planes: sizes
// that are no multiple of them, all orders of subscripts, and arrays that
// overlap.
// RUN: %e2e %s %t --also TWOFOLD_ZERO_COPY=0 -O2 -march=x86-64-v3
#include "Inputs/show.h"

enum { MOST = 45, SIZE = MOST * MOST * MOST };
static float a[SIZE], out[SIZE], solid[MOST][MOST][MOST];
static double wide[SIZE], next[SIZE];
static int counts[SIZE], sums[SIZE];

static void heat(long n, float *to, const float *from) {
#pragma twofold parallel for
  for (long i = 1; i < n - 1; ++i)
    for (long j = 1; j < n - 1; ++j)
      for (long k = 1; k < n - 1; ++k) {
        long at = (i * n + j) * n + k;
        to[at] =
            0.125f * (from[at + n * n] - 2.0f * from[at] + from[at - n * n]) +
            0.125f * (from[at + n] - 2.0f * from[at] + from[at - n]) +
            0.125f * (from[at + 1] - 2.0f * from[at] + from[at - 1]) + from[at];
      }
}

// Two variables of the body's own, the second made of the first.
static void doubles(int n, int m, double *to, const double *from) {
#pragma twofold parallel for
  for (int i = 1; i < n - 1; ++i)
    for (int j = 0; j < m; ++j)
      for (int k = 2; k < m - 1; ++k) {
        const int row = (i * m + j) * m;
        const int at = row + k;
        to[at] = from[at] + from[at - 1] - from[at + 1] + from[at - m * m] * 2 +
                 from[at + m * m];
      }
}

static void collapsed(int n, int m, int *to, const int *from) {
#pragma twofold parallel for collapse(3)
  for (int i = 1; i < n - 1; ++i)
    for (int j = 1; j < m - 1; ++j)
      for (int k = 1; k < m - 1; ++k)
        to[(i * m + j) * m + k] =
            from[(i * m + j) * m + k] - from[((i - 1) * m + j) * m + k] +
            from[((i + 1) * m + j) * m + k] * 3 -
            from[(i * m + j - 1) * m + k] + from[(i * m + j + 1) * m + k];
}

static void arrays(int n) {
#pragma twofold parallel for
  for (int i = 1; i < n - 1; ++i)
    for (int j = 1; j < MOST - 1; ++j)
      for (int k = 1; k < MOST - 1; ++k)
        out[(i * MOST + j) * MOST + k] =
            solid[i][j][k] * 4 - solid[i - 1][j][k] - solid[i + 1][j][k] +
            solid[i][j - 1][k] / 3 - solid[i][j][k + 1];
}

// Each element alone, of the array that it is stored into.
static void placed(int n, int *to, const int *from) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < MOST; ++j)
      for (int k = 0; k < MOST; ++k) {
        const int at = (i * MOST + j) * MOST + k;
        to[at] = from[at] + from[SIZE - 1] + from[SIZE - 2] + from[SIZE - 3] +
                 from[SIZE - 4];
      }
}

int main(void) {
  for (int i = 0; i < SIZE; ++i) {
    a[i] = (i * 37 % 101) / 17.0f - 2;
    (&solid[0][0][0])[i] = (i * 13 % 31) / 11.0f - 1;
    wide[i] = i % 53 / 3.0;
    counts[i] = i * 7 % 29 - 3;
    sums[i] = i;
  }
  for (long n = 0; n < 6; ++n)
    heat(n, out, a);
  for (long n = MOST - 6; n <= MOST; ++n)
    heat(n, out, a);
  SHOW_FLOATS("heat", out, SIZE);
  for (int n = MOST - 3; n <= MOST; ++n)
    doubles(n, 44, next, wide);
  SHOW_FLOATS("doubles", next, SIZE);
  for (int n = MOST - 3; n <= MOST; ++n)
    collapsed(n, 43, sums, counts);
  SHOW_INTEGERS("collapsed", sums, SIZE);
  arrays(MOST);
  arrays(MOST - 2);
  SHOW_FLOATS("arrays", out, SIZE);
  placed(MOST - 1, sums, counts);
  placed(MOST - 1, sums, sums);
  SHOW_INTEGERS("placed", sums, SIZE);
  return 0;
}
