// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Sums that round give the same bits for any number of threads when asked to.
// RUN: %clang -O2 %plugin -Wno-pass-failed %s -o %t %runtime_flags -lm
// RUN: env TWOFOLD_INLINE_OPS=0 OMP_NUM_THREADS=1 %t > %t.1
// RUN: env TWOFOLD_INLINE_OPS=0 OMP_NUM_THREADS=2 %t > %t.2
// RUN: env TWOFOLD_INLINE_OPS=0 OMP_NUM_THREADS=3 %t > %t.3
// RUN: env TWOFOLD_INLINE_OPS=100000000 OMP_NUM_THREADS=7 %t > %t.7
// RUN: cmp %t.1 %t.2
// RUN: cmp %t.1 %t.3
// RUN: cmp %t.1 %t.7
// RUN: %clang -O2 %plugin -Wno-pass-failed -DCLAUSE= %s -o %t %runtime_flags -lm
// RUN: env TWOFOLD_DETERMINISTIC=1 TWOFOLD_INLINE_OPS=0 OMP_NUM_THREADS=3 %t > %t.3
// RUN: env TWOFOLD_DETERMINISTIC=1 OMP_NUM_THREADS=1 %t > %t.1
// RUN: cmp %t.1 %t.3
#include <math.h>
#include <stdio.h>

#ifndef CLAUSE
#define CLAUSE deterministic
#endif
#define PRAGMA(text) _Pragma(#text)
#define LOOP(clause) PRAGMA(twofold parallel for clause)

enum { N = 200000, BINS = 12, ROWS = 1001, WIDTH = 190 };

/* The order within rows is free, so several may be added up at once. */
static double rows(const float *a) {
#pragma clang fp reassociate(on)
  static float y[ROWS];
  double all = 0;
  LOOP(CLAUSE)
  for (int i = 0; i < ROWS; ++i) {
    float sum = 0;
    for (int k = 0; k < WIDTH; ++k)
      sum += a[i * WIDTH + k] * a[k];
    y[i] = sum;
  }
  for (int i = 0; i < ROWS; ++i)
    all = all * 0.75 + y[i];
  return all;
}

int main(void) {
  static float h[BINS], x[N];
  double s = 0;
  for (int i = 0; i < N; ++i)
    x[i] = sinf((float)i);
  LOOP(CLAUSE reduction(+ : s))
  for (int i = 0; i < N; ++i)
    s += x[i];
  LOOP(CLAUSE)
  for (int i = 0; i < N; ++i)
    h[i % BINS] += x[i];
  printf("%a\n%a\n", s, rows(x));
  for (int k = 0; k < BINS; ++k)
    printf("%a\n", h[k]);
}
