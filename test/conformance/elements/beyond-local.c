// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A target too large for local memory next to one that fits.
// RUN: %conform %s %t --races-unseen
#include "show.h"

enum { N = 1900, MANY = 40000, FEW = 23 };

int main(void) {
  static int many[MANY];
  static float few[FEW];
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
    many[i * 7919u % 97u * 400u] += i;
    few[i * 5u % FEW] += i % 4;
  }
  for (int k = 0; k < MANY; ++k)
    if (many[k])
      printf("%d %d\n", k, many[k]);
  SHOW_FLOATS("few", few, FEW);
}
