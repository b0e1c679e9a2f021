// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Elements of type unsigned char, updated by each operator that it has.
// RUN: %conform %s %t --races-unseen
#include "show.h"

enum { N = 700, BINS = 13 };

int main(void) {
  static unsigned char sum[BINS], less[BINS], product[BINS], low[BINS], high[BINS];
  static int at[N];
  static unsigned char w[N];
  for (int i = 0; i < N; ++i) {
    at[i] = i * 7 % BINS;
    w[i] = (unsigned char)(i * 37 % 101);
  }
  for (int k = 0; k < BINS; ++k) {
    product[k] = 1;
    low[k] = 50;
    high[k] = 20;
  }
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
    sum[at[i]] += w[i];
    less[at[i]] -= w[i];
    product[at[i]] *= i % 200 == 7 ? 2 : 1;
  }
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
    if (w[i] < low[at[i]])
      low[at[i]] = w[i];
    high[at[i]] = high[at[i]] < w[i] ? w[i] : high[at[i]];
  }
  SHOW_INTEGERS("sum", sum, BINS);
  SHOW_INTEGERS("less", less, BINS);
  SHOW_INTEGERS("product", product, BINS);
  SHOW_INTEGERS("low", low, BINS);
  SHOW_INTEGERS("high", high, BINS);
}
