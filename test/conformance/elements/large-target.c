// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Many more elements than updates: no copies are worth it.
// RUN: %conform %s %t --races-unseen
#include "show.h"

enum { N = 300, BINS = 100003 };

int main(void) {
  static int h[BINS];
  static double d[BINS];
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
    h[i * 997u % 150u * 600u] += i;
    d[i / 2 * 300] += i;
  }
  for (int k = 0; k < BINS; ++k)
    if (h[k] || d[k] != 0)
      printf("%d %d %a\n", k, h[k], d[k]);
}
