// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Elements beside scalar reductions and ordinary arrays.
// RUN: %conform %s %t
#include "show.h"

enum { N = 500, BINS = 10 };

int main(void) {
  static int h[BINS], y[N];
  static float x[N];
  int total = 0;
  float top = 0;
  for (int i = 0; i < N; ++i)
    x[i] = (float)(i * 7 % 31);
#pragma twofold parallel for reduction(+ : total) reduction(max : top)
  for (int i = 0; i < N; ++i) {
    int k = (int)x[i] % BINS;
    h[k] += 1;
    y[i] = k;
    total += k;
    if (x[i] > top)
      top = x[i];
  }
  SHOW_INTEGERS("h", h, BINS);
  SHOW_INTEGERS("y", y, N);
  SHOW_INTEGER(total);
  SHOW_FLOAT(top);
}
