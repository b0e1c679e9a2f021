// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A stencil over the inner points, in a row-wise nest.
// RUN: %conform %s %t
#include "show.h"

enum { N = 37, M = 23 };

int main(void) {
  static int a[N][M], b[N][M];
  for (int i = 0; i < N * M; ++i)
    a[0][i] = i * i % 23;
#pragma twofold parallel for
  for (int i = 1; i < N - 1; ++i)
    for (int j = 1; j < M - 1; ++j)
      b[i][j] =
          a[i - 1][j] + a[i + 1][j] + a[i][j - 1] + a[i][j + 1] - 4 * a[i][j];
  SHOW_INTEGERS("b", b[0], N * M);
}
