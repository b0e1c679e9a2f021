// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// & | ^ * min and max on 64 bits, where devices have only to add.
// RUN: %conform %s %t --races-unseen
#include "show.h"

enum { N = 500, BINS = 5 };

int main(void) {
  static unsigned long all[BINS], some[BINS], odd[BINS];
  static long low[BINS], high[BINS];
  for (int k = 0; k < BINS; ++k)
    all[k] = ~0ul >> k;
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
    unsigned long w = (unsigned long)i * 0x9e3779b97f4a7c15ul;
    all[i % BINS] &= w | 0xff00ff00ff00ff00ul;
    some[i % BINS] |= w & 0x1111111111ul;
    odd[i % BINS] ^= w;
    if (low[i % BINS] > (long)w)
      low[i % BINS] = (long)w;
    if ((long)w >= high[i % BINS])
      high[i % BINS] = (long)w;
  }
  SHOW_INTEGERS("all", all, BINS);
  SHOW_INTEGERS("some", some, BINS);
  SHOW_INTEGERS("odd", odd, BINS);
  SHOW_INTEGERS("low", low, BINS);
  SHOW_INTEGERS("high", high, BINS);
}
