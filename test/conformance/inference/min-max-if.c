// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// if (e < x) x = e; with each comparison, either way round, and more
// conditions.
// RUN: %conform %s %t
#include "show.h"

enum { N = 401 };

int main(void) {
  static double x[N];
  double a = 1e9, b = 1e9, c = 1e9, d = 1e9, e = -1e9, f = -1e9, g = -1e9,
         h = -1e9, masked = 50, inner = 3;
  for (int i = 0; i < N; ++i)
    x[i] = (i * 577 % 1009) * 0.25 - 60;
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
    if (x[i] < a)
      a = x[i];
    if (x[i] <= b)
      b = x[i];
    if (c > x[i] + i)
      c = x[i] + i;
    if (d >= (x[i]))
      d = x[i];
    if (x[i] > e)
      e = x[i];
    if (x[i] >= f) {
      f = x[i];
    }
    if (g < x[i])
      g = x[i];
    if (h <= x[i])
      h = x[i];
    if (i % 3 == 0 && x[i] > 0 && x[i] < masked)
      masked = x[i];
    for (int j = 0; j < 3; ++j)
      if (x[i] * j > inner)
        inner = x[i] * j;
  }
  double results[] = {a, b, c, d, e, f, g, h, masked, inner};
  SHOW_FLOATS("results", results, 10);
}
