// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// C's complex numbers.
// RUN: %conform %s %t
#include "show.h"
#include <complex.h>

enum { N = 60 };

int main(void) {
  static double x[N];
  double _Complex sum = 1, product = 1, last = 0;
  float _Complex small = 0;
  for (int i = 0; i < N; ++i)
    x[i] = i % 9;
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
    sum += x[i] + I * i;
    small = small - (float)x[i] * I;
    product *= i % 8 == 3 ? I : 1;
    last = x[i] * I;
  }
  double results[] = {creal(sum),           cimag(sum),    creal(product),
                      cimag(product) + 0.0, crealf(small), cimagf(small),
                      creal(last),          cimag(last)};
  SHOW_FLOATS("results", results, 8);
}
