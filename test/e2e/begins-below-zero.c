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

// Rows that wait for each other, and begin ahead where they have columns.
static double l[N][N], known[N], found[N];
static void solve(unsigned long n, unsigned long first) {
  for (unsigned long i = 0; i < n; ++i) {
    double sum = known[i];
#pragma twofold parallel for reduction(- : sum)
    for (unsigned long j = first - 1; j < i; ++j)
      sum -= l[i][j] * found[j];
    found[i] = sum;
  }
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
  for (int first = 0; first < 3; ++first) {
    for (int i = 0; i < N; ++i) {
      known[i] = i % 7;
      for (int j = 0; j < N; ++j)
        l[i][j] = (i + j) % 11 == 0;
    }
    solve(N, first);
    double sum = 0;
    for (int i = 0; i < N; ++i)
      sum += found[i] * (i + 1);
    printf("solve: %.1f\n", sum);
  }
  shared(60, 0);
  show("none");
  shared(60, 4);
  show("shared");
}
