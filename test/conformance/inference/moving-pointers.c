// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Pointers and numbers that move on in an inner loop, memset, memcpy and
// memmove: iterations that meet so run in order, others in parallel.
// RUN: %conform %s %t --native
// RUN: env TWOFOLD_DEVICE=native TWOFOLD_INLINE_OPS=0 TWOFOLD_INFO=1 %t.twofold apart 2>&1 >%t.out | %FileCheck %s --allow-empty
// CHECK-NOT: runs in order
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { N = 2000, M = 48 };
static double x[N * M], o[N * M + M];
static int at[N];

static void show(const char *what) {
  double sum = 0;
  for (int i = 0; i < N * M; ++i)
    sum += o[i] * (i % 1013 + 1);
  printf("%s %.17g\n", what, sum);
  for (int i = 0; i < N * M; ++i)
    o[i] = i % 7;
}

static void walked(double *to, int step, int m) {
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
    double *p = to + i * step;
    const double *q = x + i * m;
    for (int j = 0; j < m; ++j)
      *p++ = *q++ * 2;
  }
  show("walked");
}

static void counted(double *to, int step, int m) {
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
    int k = i * step, left = m;
    while (left-- > 0) {
      to[k] = to[k] * 0.5 + x[i * m + left];
      ++k;
    }
  }
  show("counted");
}

static void planes(double *to, int step, int h, int w) {
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
    double *p = to + i * step;
    for (int y = 0; y < h; ++y)
      for (int k = 0; k < w; ++k)
        *p++ += y + k * i;
  }
  show("planes");
}

static void started_in_memory(double *to, int m) {
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
    double *p = to + at[i], *end = p + m;
    while (p < end)
      *p++ = x[i];
  }
  show("started_in_memory");
}

static void copied(double *to, int m) {
#pragma twofold parallel for
  for (int i = 0; i < N; ++i)
    memcpy(to + at[i], x + i * m, m * sizeof *to);
  show("copied");
}

static void cleared(double *to, int m) {
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
    memset(to + at[i], 0, m * sizeof *to);
    to[at[i] + i % m] += x[i];
  }
  show("cleared");
}

static void shifted(double *to, int by, int m) {
#pragma twofold parallel for
  for (int i = by; i < N; ++i)
    memmove(to + i * m, to + (i - by) * m, m * sizeof *to);
  show("shifted");
}

int main(int argc, char **argv) {
  const int apart = argc > 1 && strcmp(argv[1], "apart") == 0;
  for (int i = 0; i < N * M; ++i)
    x[i] = i * 37 % 1009;
  for (int round = 0; round < 2; ++round) {
    for (int i = 0; i < N; ++i)
      at[i] = (N - 1 - i) * M;
    walked(o, M, M);
    counted(o, M, M);
    planes(o, M, M / 8, 8);
    started_in_memory(o, M);
    copied(o, M);
    cleared(o, M);
    shifted(o, N, M);
    if (apart)
      continue;
    for (int i = 0; i < N; ++i)
      at[i] = i * 5;
    walked(o, 1, M);
    counted(o, M - 1, M);
    planes(o, 8, M / 8, 8);
    started_in_memory(o, M);
    copied(o, M);
    cleared(o, M);
    shifted(o, 1, M);
  }
}
