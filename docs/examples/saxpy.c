// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// saxpy.c
#include <stdio.h>

int main(void) {
  enum { n = 1000000 };
  static float x[n], y[n];
  for (int i = 0; i < n; ++i)
    x[i] = i % 7, y[i] = 1;
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    y[i] = 2 * x[i] + y[i];
  printf("%g %g %g\n", y[0], y[6], y[n - 1]);
}
