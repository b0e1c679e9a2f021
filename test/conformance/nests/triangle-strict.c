// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The inner loop starts above the parallel variable.
// RUN: %conform %s %t
#include "show.h"

enum { N = 37, M = 23 };

int main(void) {
  static int a[N][N];
#pragma twofold parallel for
  for (int i = 0; i < N; ++i)
    for (int j = i + 1; j < N; ++j)
      a[i][j] = i * 1000 + j;
  SHOW_INTEGERS("a", a[0], N * N);
}
