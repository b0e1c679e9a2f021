// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The inner loop never runs, and the outer one does.
// RUN: %conform %s %t
#include "show.h"

enum { N = 37, M = 23 };

int main(void) {
  static int a[N][M];
  int none = 0, i, j = 77;
#pragma twofold parallel for private(j)
  for (i = 0; i < N; ++i)
    for (j = 0; j < none; ++j)
      a[i][j] = 1;
  SHOW_INTEGERS("a", a[0], N * M);
  SHOW_INTEGERS("i", &i, 1);
}
