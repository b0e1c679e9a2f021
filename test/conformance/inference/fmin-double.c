// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// fmin, fmax and their builtins, the variable on either side, under a condition
// and over NaN.
// RUN: %conform %s %t
#include "show.h"
#include <math.h>

enum { N = 130 };

int main(void) {
  static double x[N];
  double a = INFINITY, b = NAN, c = -INFINITY, d = -5, e = 1e300, f = NAN;
  for (int i = 0; i < N; ++i)
    x[i] = i % 11 == 3 ? NAN : (i * 577 % 211) * 0.25 - 20;
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
    a = fmin(a, x[i]);
    b = fmin(x[i], b);
    c = fmax(x[i], c);
    d = __builtin_fmax(d, x[i] + 1);
    if (i % 2)
      e = __builtin_fmin(x[i], e);
    if (i > N)
      f = fmax(f, x[i]);
  }
  double results[] = {a, b, c, d, e, isnan(f)};
  SHOW_FLOATS("results", results, 6);
}
