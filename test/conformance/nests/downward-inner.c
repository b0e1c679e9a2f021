// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The inner loop counts down, in steps.
// RUN: %conform %s %t
#include "show.h"

enum { N = 37, M = 23 };

int main(void) {
  static int a[N][M];
#pragma twofold parallel for
  for (int i = 0; i < N; ++i)
    for (int j = M - 1; j >= 0; j -= 3)
      a[i][j] = i + j;
  SHOW_INTEGERS("a", a[0], N * M);
}
