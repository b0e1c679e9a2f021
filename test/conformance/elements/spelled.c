// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// h[k] = h[k] op e and h[k] = e op h[k], with conversions between.
// RUN: %conform %s %t --races-unseen
#include "show.h"

enum { N = 300, BINS = 6 };

int main(void) {
  static short h[BINS];
  static unsigned p[BINS];
  static float f[BINS];
  for (int k = 0; k < BINS; ++k)
    p[k] = 3;
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
    int k = i % BINS;
    h[k] = (short)(i + h[k]);
    h[k] = h[k] - 1;
    p[i % BINS] = p[i % BINS] * (i | 1);
    f[k] = 0.25 + f[k];
  }
  SHOW_INTEGERS("h", h, BINS);
  SHOW_INTEGERS("p", p, BINS);
  SHOW_FLOATS("f", f, BINS);
}
