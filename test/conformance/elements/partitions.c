// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Blocks that a division cuts an array into, each updated by one iteration: of
// any count, also more than there are elements, by numbers of several types, and
// by some that wrap, so that blocks meet after all.
// RUN: %conform %s %t --unsimulated
#include <stdio.h>

enum { Room = 6000 };
static double f[Room];

static void show(const char *what) {
  double sum = 0;
  for (int i = 0; i < Room; ++i)
    sum += f[i] * (i % 1013 + 1);
  printf("%s %.17g\n", what, sum);
}

static void longs(long n, long parts) {
#pragma twofold parallel for
  for (long t = 0; t < parts; ++t) {
    const long lo = n * t / parts, hi = n * (t + 1) / parts;
    for (long i = lo; i < hi; ++i)
      for (int j = 0; j < 9; ++j)
        f[i] += i + j;
  }
  show("longs");
}

static void ints(int n, int parts) {
#pragma twofold parallel for
  for (int t = 0; t < parts; ++t)
    for (int i = t * n / parts; i < (t + 1) * n / parts; ++i)
      for (int j = 0; j < 9; ++j)
        f[i] += i * 0.5 - j;
  show("ints");
}

static void halves(int n) {
#pragma twofold parallel for
  for (int t = 0; t < 64; ++t) {
    double *from = f + (long)n * t / 64, *to = f + (long)n * (t + 1) / 64;
    for (long i = 0; i < to - from; ++i)
      for (int j = 0; j < 9; ++j)
        from[i] += t * j;
  }
  show("halves");
}

/// size * t is a multiple of 2^32 for t = parts / 2, too.
static void wraps(unsigned size, unsigned parts) {
#pragma twofold parallel for
  for (unsigned t = 0; t < parts; ++t) {
    const unsigned lo = size * t / 4194304, hi = lo + 6;
    for (unsigned i = lo; i < hi; ++i)
      for (int j = 0; j < 9; ++j)
        f[i] += i + (int)t % 7;
  }
  show("wraps");
}

static void apart(unsigned size, unsigned parts) {
#pragma twofold parallel for
  for (unsigned t = 0; t < parts; ++t) {
    const unsigned lo = size * t / 4, hi = size * (t + 1) / 4;
    for (unsigned i = lo; i < hi; ++i)
      for (int j = 0; j < 9; ++j)
        f[i] += i + (int)t % 7;
  }
  show("apart");
}

int main(void) {
  for (int round = 0; round < 2; ++round) {
    longs(Room, 37);
    longs(100, 900);
    longs(-5, 900);
    ints(Room - 1, 300);
    halves(Room);
    wraps(1u << 24, 1000);
    apart(30, 700);
  }
}
