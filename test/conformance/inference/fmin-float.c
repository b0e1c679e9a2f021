// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The float functions, and the double ones on floats.
// RUN: %conform %s %t
#include "show.h"
#include <math.h>

enum { N = 333 };

int main(void) {
  static float x[N];
  float a = 1e9f, b = -1e9f, c = 1e9f, d = -1e9f;
  for (int i = 0; i < N; ++i)
    x[i] = (float)(i * 101 % 337) * 0.125f;
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
    a = fminf(a, x[i]);
    b = fmaxf(x[i], b);
    c = fmin(c, x[i] + 1);
    d = __builtin_fmaxf(d, x[i]);
  }
  float results[] = {a, b, c, d};
  SHOW_FLOATS("results", results, 4);
}
