// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Blocks of elements that belong to one iteration, the last one shorter: the
// bits are those of the serial program, as nothing is combined.
// RUN: %conform %s %t
#include "show.h"

enum { N = 20011, M = 3 };

#define LEAST(a, b) ((a) < (b) ? (a) : (b))
#define LOOP _Pragma("twofold parallel for extent(x, N) extent(a, N)")

static void rounded(float *x, const float *a, int n) {
  LOOP for (int b = 0; b < (n + 127) / 128; b++) {
    int first = 128 * b, end = first + 128 < n ? first + 128 : n;
    for (int j = 0; j < M; j++)
      for (int i = first; i < end; i++)
        x[i] += a[i] * (j + 0.1f);
  }
}
static void stepped(float *x, const float *a, int n) {
  LOOP for (int b = 0; b < n; b += 64)
    for (int i = b; i < LEAST(b + 64, n); i++)
      x[i] -= a[i] / 3;
}
static void downwards(float *x, const float *a, int n) {
  LOOP for (int b = n; b > 0; b -= 32) {
    int first = b - 32;
    if (first < 0)
      first = 0;
    for (int i = b - 1; i >= first; i--)
      x[i] *= 1 + a[i] / 1000;
  }
}
/* These do share elements: the last of a block is the next one's first. */
static void joined(int *x, const float *a, int n) {
  LOOP for (int b = 0; b < n; b += 64) {
    int end = b + 65 < n ? b + 65 : n;
    for (int i = b; i < end; i++)
      x[i] += (int)a[i];
  }
}

static float x[N], a[N];
static int k[N];

int main(void) {
  for (int i = 0; i < N; ++i) {
    x[i] = (float)(i % 31);
    a[i] = (float)(i % 17) / 7;
  }
  for (int round = 0; round < 3; ++round) {
    rounded(x, a, N - round);
    stepped(x, a, N - 65 * round);
    downwards(x, a, N - 5 * round);
    joined(k, a, N - round);
  }
  for (int i = 0; i < N; i += i > 19000 ? 1 : 101) {
    SHOW_FLOAT(x[i]);
    printf("%d\n", k[i]);
  }
}
