// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A collapsed nest inside a parallel loop.
// RUN: %conform %s %t
#include "show.h"

enum { N = 37, M = 23 };

int main(void) {
  static int a[5][N][M];
#pragma twofold parallel for
  for (int k = 0; k < 5; ++k) {
#pragma twofold parallel for collapse(2) num_threads(3) if (k > 1)
    for (int i = 0; i < N; ++i)
      for (int j = 0; j < M; ++j)
        a[k][i][j] = k * 100 + i - j;
  }
  SHOW_INTEGERS("a", a[0][0], 5 * N * M);
}
