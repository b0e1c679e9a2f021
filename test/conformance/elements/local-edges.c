// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Copies in local memory: signs of zeros, elements that nobody updates, a
// target that begins in the middle of its array, loops that skip iterations.
// RUN: %conform %s %t --races-unseen
#include "show.h"

enum { N = 1500, BINS = 12 };

static void around(int *h, int n) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    if (i % 3 == 1)
      continue;
    h[i % 7 - 3] += i;
  }
}

int main(void) {
  static float zeros[BINS];
  static double low[BINS];
  static unsigned char bits[BINS];
  static int middle[BINS];
  for (int k = 0; k < BINS; ++k) {
    zeros[k] = -0.0f;
    low[k] = 0.5;
    bits[k] = (unsigned char)(0xa0 + k);
    middle[k] = -k;
  }
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
    zeros[i % 5] += i % 5 == 2 ? 0.0f : -0.0f;
    if (1.0 * (i % 9) - 4 < low[i % 9])
      low[i % 9] = 1.0 * (i % 9) - 4;
    bits[i % 11] ^= (unsigned char)i;
  }
  around(middle + 4, N);
  SHOW_FLOATS("zeros", zeros, BINS);
  SHOW_FLOATS("low", low, BINS);
  SHOW_INTEGERS("bits", bits, BINS);
  SHOW_INTEGERS("middle", middle, BINS);
}
