// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Sums, extrema and last values of long double, which no device has.
// RUN: %conform %s %t --native
#include "show.h"

enum { N = 120 };

int main(void) {
  static long double x[N];
  long double sum = 1, low = 1e9L, last = -1, t, product = 1;
  int at = -1;
  for (int i = 0; i < N; ++i)
    x[i] = i * 43 % 19 + 0.5L;
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
    t = x[i] * 2;
    sum = t + sum;
    if (t < low) {
      low = t;
      at = i;
    }
    if (i % 7 == 3)
      last = t;
    product *= i % 30 ? 1 : 2;
  }
  long double results[] = {sum, low, last, product};
  SHOW_FLOATS("results", results, 4);
  SHOW_INTEGER(at);
}
