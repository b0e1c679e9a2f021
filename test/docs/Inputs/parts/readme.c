// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the loop of README.md stands among.
#include <stdio.h>

int main(void) {
  enum { n = 1000 };
  static float x[n], y[n], a = 2;
  x[7] = 1;
#include "part-0.c"
  printf("%g %g\n", y[6], y[7]);
}
