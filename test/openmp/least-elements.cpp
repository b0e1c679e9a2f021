// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The least and the greatest of numbers are kept in elements, whichever of two
// the program compares first: OpenMP says that any order is right, so that it
// does not matter when a NaN comes. Clauses name sections and elements of
// arrays in arrays.
// RUN: %openmp %s %t --kernels 5
#include <algorithm>
#include <cstdio>
enum { N = 3000, BINS = 8 };
static float x[N], low[BINS], high[BINS];
static double most[4][5];
static int sums[2][3][2];
static unsigned char few[10];
static long bits[1][2] = {{~0L, ~0L}};

static void reduce(int (*s)[3][2], long b[1][2], double d[4][5]) {
#pragma omp parallel for reduction(+ : s[0 : 2][:][0 : 2], few[:4]) reduction(& : b[0 : 1][:2]) reduction(max : d[1][1 : 3])
  for (int i = 0; i < 128; i++) {
    s[i / 64][i % 3][i / 4 & 1] += i;
    few[i / 32] += i & 3;
    b[0][i & 1] &= ~(1L << i / 17 * 3);
    if (d[1][1 + i % 3] < i)
      d[1][1 + i % 3] = i;
  }
}

int main() {
  for (int i = 0; i < N; ++i)
    x[i] = (i * 37 % 501) - 250.5f;
  for (int b = 0; b < BINS; ++b)
    low[b] = 1e30f, high[b] = -1e30f;
#pragma omp parallel for reduction(min : low[:BINS])
  for (int i = 0; i < N; ++i)
    low[i % BINS] = std::min(x[i], low[i % BINS]);
#pragma omp parallel for reduction(max : high)
  for (int i = 0; i < N; ++i)
    high[i % BINS] = high[i % BINS] > x[i] ? high[i % BINS] : x[i];
#pragma omp parallel for
  for (int i = 0; i < N; ++i)
#pragma omp critical
    low[i % 5] = std::min(x[i] * 2, low[i % 5]);
#pragma omp parallel for reduction(max : high[ : 3])
  for (int i = 0; i < N; ++i)
    high[i % 3] = std::max(x[i] + 9, high[i % 3]);
  reduce(sums, bits, most);
  for (int b = 0; b < BINS; ++b)
    std::printf("%g %g %d\n", low[b], high[b], few[b]);
  for (int i = 0; i < 12; ++i)
    std::printf("%d\n", sums[i / 6][i / 2 % 3][i % 2]);
  std::printf("%ld %ld %g %g %g\n", bits[0][0], bits[0][1], most[1][1], most[1][2], most[1][3]);
}
