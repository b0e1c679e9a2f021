// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The inner loop runs not at all for some iterations.
// RUN: %conform %s %t
#include "show.h"

enum { N = 37, M = 23 };

int main(void) {
  static int a[N][M];
#pragma twofold parallel for
  for (int i = 0; i < N; ++i)
    for (int j = 0; j < i - 10 && j < M; ++j)
      a[i][j] = 1 + j;
  SHOW_INTEGERS("a", a[0], N * M);
}
