// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Few long rows.
// RUN: %conform %s %t
#include "show.h"

enum { N = 37, M = 23 };

int main(void) {
  static int a[3][N * M];
#pragma twofold parallel for
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < N * M; ++j)
      a[i][j] = i * 7 + j * j;
  SHOW_INTEGERS("a", a[0], 3 * N * M);
}
