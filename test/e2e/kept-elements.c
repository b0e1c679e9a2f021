// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A store that may leave what was there meets what other iterations read, as any
// other store does.
// RUN: %e2e %s %t --native
#include "Inputs/show.h"

enum { N = 700 };
static int d[N];
static float f[N];

static void fill(void) {
  unsigned r = 1;
  for (int i = 0; i < N; ++i) {
    r = r * 1664525u + 1013904223u;
    d[i] = (int)(r >> 20) - 2048;
    f[i] = (float)d[i] / 8;
  }
}

static void least(int *a, int c, int n) {
#pragma twofold parallel for
  for (int i = c; i < n; ++i)
    a[i] = a[i] < a[i - c] + 1 ? a[i] : a[i - c] + 1;
}

static void greatest(float *a, int c, int n) {
#pragma twofold parallel for
  for (int i = c; i < n; ++i)
    a[i] = a[i - c] > a[i] ? a[i - c] : a[i];
}

static void named(int *a, int c, int n) {
#pragma twofold parallel for
  for (int i = c; i < n; ++i) {
    int before = a[i - c];
    if (before > a[i])
      a[i] = before;
  }
}

static void kept(int *a, int c, int n) {
#pragma twofold parallel for
  for (int i = c; i < n; ++i)
    a[i] = a[i - c] % 3 ? a[i - c] + 1 : a[i];
}

// One of the two is the same for all, and no way leads over it.
static void sum(int *a, int c, int n) {
#pragma twofold parallel for
  for (int i = c; i < n; ++i)
    a[i] = a[i] < a[i - c] + a[7] ? a[i] : a[i - c] + a[7];
}

static void rows(int *a, int width, int n) {
#pragma twofold parallel for
  for (int i = 1; i < n; ++i)
    for (int j = 0; j < width; ++j)
      if (a[(i - 1) * width + j] + 1 < a[i * width + j])
        a[i * width + j] = a[(i - 1) * width + j] + 1;
}

static void relaxed(int *a, const int *to, int n, int each) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < each; ++j) {
      int k = to[i * each + j];
      if (a[i] + 1 < a[k])
        a[k] = a[i] + 1;
    }
}

// The inner loop has from no rounds to three.
static void behind(int *a, const int *rounds, int c, int n) {
#pragma twofold parallel for
  for (int i = c; i < n; ++i) {
    int v = a[i];
    for (int k = 0; k < (rounds[i] & 3); ++k)
      v += a[i - c] & 3;
    a[i] = v;
  }
}

int main(void) {
  for (int c = 3; c < 300; c += 140) {
    fill();
    least(d, c, N);
    SHOW_INTEGERS("least", d, N);
    greatest(f, c, N);
    SHOW_FLOATS("greatest", f, N);
    fill();
    named(d, c, N);
    SHOW_INTEGERS("named", d, N);
    fill();
    kept(d, c, N);
    SHOW_INTEGERS("kept", d, N);
    fill();
    sum(d, c, N);
    SHOW_INTEGERS("sum", d, N);
  }
  fill();
  rows(d, 20, N / 20);
  SHOW_INTEGERS("rows", d, N);
  static int to[N];
  for (int i = 0; i < N; ++i)
    to[i] = i * 61 % (N / 7);
  fill();
  relaxed(d, to, N / 7, 7);
  SHOW_INTEGERS("relaxed", d, N);
  fill();
  behind(d, to, 2, N);
  SHOW_INTEGERS("behind", d, N);
  return 0;
}
