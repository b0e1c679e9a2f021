// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// -fcx-limited-range: products and quotients by the plain formulas.
// RUN: %conform %s %t -fcx-limited-range
#include "show.h"
#include <complex.h>

enum { N = 40 };

int main(void) {
  static double _Complex a[N], b[N];
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
    double _Complex z = i * 0.3 + 1 - (i % 5) * 0.7 * I;
    a[i] = z * z - 2 / z;
    b[i] = a[i] / (z + 3);
    b[i] *= z;
  }
  SHOW_FLOATS("a", (double *)a, 2 * N);
  SHOW_FLOATS("b", (double *)b, 2 * N);
}
