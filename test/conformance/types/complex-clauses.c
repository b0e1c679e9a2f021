// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Complex numbers in private and lastprivate; parts of products.
// RUN: %conform %s %t -std=c11
// RUN: %conform %s %t -std=c11 -march=x86-64-v3
#include "show.h"
#include <complex.h>
int main(void) {
  enum { N = 30 };
  static float o[N];
  static double _Complex z[N];
  double _Complex w, last = 0;
  float _Complex c = 2 + I;
  for (int i = 0; i < N; ++i)
    z[i] = i * 0.3 + (i - 4) * 1.7 * I;
#pragma twofold parallel for private(w) lastprivate(last)
  for (int i = 0; i < N; ++i) {
    w = z[i];
    double a = __real__(w * 1.1) + 0.3;
    last = w * a;
    z[i] = last;
    o[i] = crealf(c * (float)i) + 0.1f;
    z[i] += (i & 1) ? w : (double _Complex)c;
  }
  SHOW_FLOATS("z", (double *)z, 2 * N);
  SHOW_FLOATS("f_o", o, N);
  SHOW_FLOATS("last", (double *)&last, 2);
}
