// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Four loops deep, each with its own bounds.
// RUN: %conform %s %t
#include "show.h"

enum { N = 37, M = 23 };

int main(void) {
  static int a[6][5][4][3];
#pragma twofold parallel for
  for (int i = 0; i < 6; ++i)
    for (int j = 0; j < 5; ++j)
      for (int k = 3; k >= 0; --k)
        for (int l = 0; l < 3; ++l)
          a[i][j][k][l] = ((i * 5 + j) * 4 + k) * 3 + l + 1;
  SHOW_INTEGERS("a", a[0][0][0], 360);
}
