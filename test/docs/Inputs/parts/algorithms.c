// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the statements in C of the page on algorithms stand among.
#include <stdio.h>
#include <twofold/scan.h>

int main(void) {
  enum { n = 50000 };
  static float x[n], y[n];
  static int counts[n], starts[n];
  const int zero = 0;
  for (int i = 0; i < n; ++i)
    x[i] = 0.5f, counts[i] = i % 3;
#include "part-1.c"
  printf("%g %d\n", y[n - 1], starts[n - 1]);
}
