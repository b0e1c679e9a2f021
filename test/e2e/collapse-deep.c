// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Four and five parallel loops, with steps and directions of their own.
// RUN: %e2e %s %t --native
#include "Inputs/show.h"

int main(void) {
  static int a[3][4][5][6];
#pragma twofold parallel for collapse(4)
  for (int i = 0; i < 3; ++i)
    for (unsigned j = 0; j < 4; ++j)
      for (long k = 4; k >= 0; --k)
        for (short l = 0; l <= 5; l += 2)
          a[i][j][k][l] = i * 1000 + (int)j * 100 + (int)k * 10 + l;
  SHOW_INTEGERS("a", a[0][0][0], 3 * 4 * 5 * 6);

  int count = 0;
#pragma twofold parallel for collapse(5) reduction(+ : count)
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j)
      for (int k = 0; k < 3; ++k)
        for (int l = 0; l < 3; ++l)
          for (int m = 0; m < 3; ++m)
            count += i + j * k - l * m;
  SHOW_INTEGER(count);
}
