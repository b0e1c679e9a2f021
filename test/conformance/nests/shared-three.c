// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A collapsed nest around a loop that is shared out as well.
// RUN: %conform %s %t
#include "show.h"

enum { N = 37, M = 23 };

int main(void) {
  static int a[5][M][N];
#pragma twofold parallel for collapse(2)
  for (int k = 0; k < 5; ++k)
    for (int i = 0; i < M; ++i)
      for (int j = 0; j < N; ++j)
        a[k][i][j] = k * 1000 + i * j;
  SHOW_INTEGERS("a", a[0][0], 5 * M * N);
}
