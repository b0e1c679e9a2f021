// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A temporary of C89 style, assigned before each use: private.
// RUN: %conform %s %t
#include "show.h"

enum { N = 100 };

int main(void) {
  static double x[N], y[N];
  double t, u;
  int i, j;
  for (i = 0; i < N; ++i)
    x[i] = i * 0.5;
#pragma twofold parallel for
  for (i = 0; i < N; ++i) {
    t = x[i] * 2;
    u = t + 1;
    y[i] = 0;
    for (j = 0; j < i % 5; ++j)
      y[i] += u * j;
  }
  SHOW_FLOATS("y", y, N);
}
