// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The last complex number that any iteration assigned; sums that keep -0.0.
// RUN: %conform %s %t -std=gnu11
#include "show.h"
#include <complex.h>

enum { N = 80 };
int main(void) {
  static double _Complex z[N];
  double _Complex last = 0, none = 5, zero = __builtin_complex(-0.0, -0.0);
  float _Complex product = 1;
  for (int i = 0; i < N; ++i)
    z[i] = i - 2 * i * I;
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
    if (i % 9 == 4)
      last = z[i] + 1;
    if (i > N)
      none = z[i];
    zero += __builtin_complex(-0.0, -0.0);
    product *= i % 20 == 1 ? 2 * I : 1;
  }
  SHOW_FLOATS("last", (double *)&last, 2);
  SHOW_FLOATS("none", (double *)&none, 2);
  SHOW_FLOATS("zero", (double *)&zero, 2);
  double parts[] = {crealf(product) + 0.0, cimagf(product) + 0.0};
  SHOW_FLOATS("product", parts, 2);
}
