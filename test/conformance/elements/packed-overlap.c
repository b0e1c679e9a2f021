// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Stores to rows of packed triangles that overlap run in order.
// RUN: %conform %s %t --native
#include <stdio.h>

enum { Room = 12000 };
static double f[Room];

static void show(const char *what) {
  double sum = 0;
  for (int i = 0; i < Room; ++i)
    sum += f[i] * (i % 1013 + 1);
  printf("%s %.17g\n", what, sum);
}

static void stored_twice(int n) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    for (int j = 0; j <= i; ++j)
      f[i * i / 2 + j] = j + 2 * i;
  show("stored_twice");
}

static void upper(int n) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    for (int j = i; j < n; ++j)
      f[i * (n - 1) - i * (i - 1) / 2 + (j - i)] = j + 3 * i;
  show("upper");
}

static void blocks(int n, int parts) {
  const int q = n / parts;
#pragma twofold parallel for
  for (int t = 0; t < parts; ++t) {
    const int lo = t * q, hi = t == parts - 1 ? n : lo + q + 1;
    for (int i = lo; i < hi; ++i)
      f[i] = i + 7 * t;
  }
  show("blocks");
}

int main(void) {
  for (int round = 0; round < 2; ++round) {
    stored_twice(150);
    upper(150);
    blocks(10000, 50);
  }
}
