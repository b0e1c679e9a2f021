// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Ranges: partly written, strided, conditional, indirect, overlapping, offset.
// RUN: %e2e %s %t --also TWOFOLD_ZERO_COPY=0 \
// RUN:   --also TWOFOLD_COHERENCE=lazy,TWOFOLD_ZERO_COPY=0
#include "Inputs/show.h"
#include <stdlib.h>

enum { Count = 240 };

static void reset(int *a) {
  for (int i = 0; i < Count; ++i)
    a[i] = 1000 + i;
}

static void inside(int *a, int n, int offset) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    a[i + offset] = i;
}

static void strided(int *a, int n, int step, int offset) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    a[i * step + offset] = -i;
}

static void backwards(int *a, const int *b, int n) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    a[n - 1 - i] = b[-i];
}

static void conditional(int *a, int n) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    if (i % 7 == 3)
      a[i] = -1;
}

static void shifted(int *a, int n) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    a[i] = a[i + n] + 1;
}

static void indirect(int *to, const int *from, const int *index, int n) {
#pragma twofold parallel for extent(to, Count) extent(from, Count)
  for (int i = 0; i < n; ++i)
    to[index[i]] = from[index[n - 1 - i]];
}

static void two_views(int *low, int *high, int n) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    low[2 * i] = low[2 * i] + 1;
    high[2 * i] = high[2 * i] - 1;
  }
}

static void columns(double *a, int n, int m, int ld) {
#pragma twofold parallel for collapse(2)
  for (int j = 0; j < m; ++j)
    for (int i = 0; i < n; ++i)
      a[i + j * ld] = i + 100.0 * j;
}

static void bytes(unsigned char *a, int n) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    a[3 * i + 1] = (unsigned char)(a[3 * i] ^ a[3 * i + 2] ^ i);
}

static void triangle(int *a, int n) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    for (int j = 0; j <= i; ++j)
      a[i * n + j] = i - j;
}

int main(void) {
  int *a = malloc(Count * sizeof(int)), *b = malloc(Count * sizeof(int));
  int index[60];
  double d[12 * 9] = {0};
  reset(a);
  reset(b);
  inside(a, 50, 30);
  SHOW_INTEGERS("inside", a, Count);
  strided(a, 20, 11, 3);
  SHOW_INTEGERS("strided", a, Count);
  strided(a + 239, 20, -11, 0);
  SHOW_INTEGERS("negative stride", a, Count);
  backwards(a + 10, b + 200, 100);
  SHOW_INTEGERS("backwards", a, Count);
  conditional(a, 100);
  SHOW_INTEGERS("conditional", a, Count);
  shifted(a, 120);
  SHOW_INTEGERS("shifted", a, Count);
  for (int i = 0; i < 60; ++i)
    index[i] = (i * 37) % Count;
  indirect(a, b, index, 60);
  SHOW_INTEGERS("indirect", a, Count);
  two_views(a, a + 1, 120);
  SHOW_INTEGERS("two views", a, Count);
  columns(d + 2, 9, 8, 12);
  SHOW_FLOATS("columns", d, 12 * 9);
  bytes((unsigned char *)a + 1, 300);
  SHOW_INTEGERS("bytes", (unsigned char *)a, 4 * Count);
  triangle(b, 15);
  SHOW_INTEGERS("triangle", b, Count);
  free(a);
  free(b);
}
