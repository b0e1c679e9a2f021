// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A loop that counts in unsigned numbers and begins below zero has no rounds:
// where its rounds are columns of tiles, and where items share them out.
// RUN: %e2e %s %t
// RUN: %e2e %s %t.tile --many-kernels -O2 -fplugin-arg-twofold-schedule=tile
#include <stdio.h>

enum { N = 70, ROUNDS = 20 };
static float x[N * N], out[N * N], other[N * N];

static void products(int n, unsigned long m, int rounds) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    for (unsigned long j = i - 1; j < m; ++j) {
      float s = 0;
      for (int k = 0; k < rounds; ++k)
        s += x[k * N + i] * x[k * N + j];
      out[i * N + j] = s;
    }
}

static void moved(unsigned long n) {
#pragma twofold parallel for
  for (unsigned long i = 0; i < n; ++i)
    for (unsigned long j = i - 2; j < n; ++j)
      out[i * N + j] = x[i * N + j] + 1;
}

static void shared(int n, int first) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    for (unsigned long j = first - 1; j < (unsigned long)n; ++j)
      out[i * N + j] = other[i * N + j] * 2;
}

static void show(const char *name) {
  double sum = 0;
  for (int i = 0; i < N * N; ++i) {
    sum += out[i] * (i % 97);
    out[i] = i % 5;
  }
  printf("%s: %.3f\n", name, sum);
}

int main(void) {
  for (int i = 0; i < N * N; ++i) {
    x[i] = i % 13;
    other[i] = i % 11;
    out[i] = i;
  }
  products(60, 60, ROUNDS);
  show("products");
  moved(60);
  show("moved");
  shared(60, 0);
  show("none");
  shared(60, 4);
  show("shared");
}
