// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Parallel over columns, a recurrence down each.
// RUN: %conform %s %t
#include "show.h"

enum { N = 37, M = 23 };

int main(void) {
  static int a[N][M];
  for (int j = 0; j < M; ++j)
    a[0][j] = j + 1;
#pragma twofold parallel for
  for (int j = 0; j < M; ++j)
    for (int i = 1; i < N; ++i)
      a[i][j] = a[i - 1][j] * 5 + j;
  SHOW_INTEGERS("a", a[0], N * M);
}
