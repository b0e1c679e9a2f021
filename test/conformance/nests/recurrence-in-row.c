// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Each row is a recurrence: its loop must stay serial.
// RUN: %conform %s %t
#include "show.h"

enum { N = 37, M = 23 };

int main(void) {
  static int a[N][M];
#pragma twofold parallel for
  for (int i = 0; i < N; ++i)
    for (int j = 0; j < M; ++j)
      a[i][j] = j == 0 ? i : a[i][j - 1] * 3 + 1;
  SHOW_INTEGERS("a", a[0], N * M);
}
