/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The loop of the page on tuning whose sums may be added up in any order. */
#include <stdio.h>

enum { rows = 5, columns = 300 };

int main(void) {
  static float a[rows][columns], v[columns], y[rows];
  for (int i = 0; i < rows; ++i)
    for (int j = 0; j < columns; ++j)
      a[i][j] = (float)(i + j % 3), v[j] = 2;
#include "part-0.c"
  printf("%g %g\n", y[0], y[4]);
  return 0;
}
