// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Rows of packed triangles, stored to and updated, below the diagonal and above
// it, and others that overlap.
// RUN: %conform %s %t --unsimulated
#include <stddef.h>
#include <stdio.h>

enum { Room = 12000 };
static double f[Room], g[Room];

static void show(const char *what) {
  double sum = 0;
  for (int i = 0; i < Room; ++i)
    sum += (f[i] + 3 * g[i]) * (i % 1013 + 1);
  printf("%s %.17g\n", what, sum);
}

static void lower(int n) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    for (int j = 0; j <= i; ++j)
      for (int k = 0; k < 9; ++k)
        f[i * (i + 1) / 2 + j] += j * 0.5 + k;
  show("lower");
}

static void rows(size_t n) {
#pragma twofold parallel for
  for (size_t i = 0; i < n; ++i) {
    double *row = f + (i * i + i) / 2;
    for (size_t j = 0; j <= i; ++j)
      for (int k = 0; k < 9; ++k)
        row[j] += (double)j * 0.5 + k;
  }
  show("rows");
}

static void strictly(int n) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    const int base = (i * (i - 1)) >> 1;
    for (int j = 0; j < i; ++j)
      for (int k = 0; k < 9; ++k) {
        f[base + j] += j * 0.5 + k;
        g[base + j] -= k;
      }
  }
  show("strictly");
}

static void upper(int n) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    for (int j = i; j < n; ++j)
      for (int k = 0; k < 9; ++k)
        f[i * n - i * (i - 1) / 2 + (j - i)] += j * 0.5 + k;
  show("upper");
}

static void upper_too(long n) {
#pragma twofold parallel for
  for (long i = 0; i < n; ++i)
    for (long j = i; j < n; ++j)
      for (int k = 0; k < 9; ++k)
        f[j + i * (2 * n - i - 1) / 2] += (double)j * 0.5 + k;
  show("upper_too");
}

static void many(int n, int count) {
#pragma twofold parallel for
  for (int b = 0; b < count; ++b)
    for (int i = 0; i < n; ++i)
      for (int j = 0; j <= i; ++j)
        f[b * (n * (n + 1) / 2) + i * (i + 1) / 2 + j] += j * 0.5 + b;
  show("many");
}

static void stored(int n) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    for (int j = 0; j <= i; ++j)
      f[i * (i + 1) / 2 + j] = j * 0.5 + i;
  show("stored");
}

static void squares(int n) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < 2 * i + 1; ++j)
      for (int k = 0; k < 9; ++k)
        f[i * i + j] += j * 0.5 + k;
  show("squares");
}

static void overlapping(int n) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    for (int j = 0; j <= i; ++j)
      for (int k = 0; k < 9; ++k)
        f[i * i / 2 + j] += j + k;
  show("overlapping");
}

static void one_too_many(int n) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    for (int j = 0; j <= i + 1; ++j)
      for (int k = 0; k < 9; ++k)
        f[i * (i + 1) / 2 + j] += j + k;
  show("one_too_many");
}

static void both_signs(int n) {
#pragma twofold parallel for
  for (int i = -n; i < n; ++i)
    for (int j = 0; j < 30; ++j)
      for (int k = 0; k < 9; ++k)
        f[i * i + j] += j + k;
  show("both_signs");
}

int main(void) {
  for (int round = 0; round < 2; ++round) {
    lower(150);
    rows(150);
    strictly(150);
    upper(150);
    upper_too(150);
    many(20, 50);
    stored(150);
    squares(100);
    overlapping(150);
    one_too_many(150);
    both_signs(100);
  }
}
