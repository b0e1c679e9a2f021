// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Both variables are declared before the loops.
// RUN: %conform %s %t
#include "show.h"

enum { N = 37, M = 23 };

int main(void) {
  static int a[N][M];
  int i, j;
#pragma twofold parallel for private(j)
  for (i = 0; i < N; i++)
    for (j = 0; j < M; j++)
      a[i][j] = i + 2 * j;
  SHOW_INTEGERS("a", a[0], N * M);
  SHOW_INTEGERS("i", &i, 1);
}
