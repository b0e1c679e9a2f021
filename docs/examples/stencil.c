// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// stencil.c
#include <stdio.h>

int main(void) {
  enum { n = 100000 };
  static float now[n], next[n];
  now[n / 2] = 1;
  for (int step = 0; step < 100; ++step) {
#pragma twofold parallel for
    for (int i = 1; i < n - 1; ++i)
      next[i] = now[i] + 0.25f * (now[i - 1] - 2 * now[i] + now[i + 1]);
#pragma twofold parallel for
    for (int i = 1; i < n - 1; ++i)
      now[i] = next[i];
  }
  printf("%.6f\n", now[n / 2]);
}
