// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// fmin passes over a NaN; the if-form keeps one that is there.
// RUN: %conform %s %t --races-unseen
#include "show.h"
#include <math.h>

enum { N = 300, BINS = 6 };

int main(void) {
  static double low[BINS], kept[BINS], x[N];
  for (int i = 0; i < N; ++i)
    x[i] = i % 50 == 3 ? NAN : i * 37 % 211 - 100;
  low[2] = kept[2] = NAN;
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
    low[i % BINS] = fmin(low[i % BINS], x[i]);
    if (kept[i % BINS] > x[i])
      kept[i % BINS] = x[i];
  }
  for (int k = 0; k < BINS; ++k) {
    SHOW_INTEGER(low[k] != low[k]);
    SHOW_INTEGER(kept[k] != kept[k]);
    SHOW_FLOAT(low[k] == low[k] ? low[k] : 0);
    SHOW_FLOAT(kept[k] == kept[k] ? kept[k] : 0);
  }
}
