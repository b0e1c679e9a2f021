// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The inner step is a value of the call.
// RUN: %conform %s %t
#include "show.h"

enum { N = 37, M = 23 };

int main(void) {
  static int a[N][M];
  int step = 4;
#pragma twofold parallel for
  for (int i = 0; i < N; ++i)
    for (int j = 1; j < M; j += step)
      a[i][j] = i + step * j;
  SHOW_INTEGERS("a", a[0], N * M);
}
