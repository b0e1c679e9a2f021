// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The inner loop's bound depends on the parallel loop's variable.
// RUN: %conform %s %t
#include "show.h"

enum { N = 37 };

int main(void) {
  static int a[N][N];
#pragma twofold parallel for
  for (int i = 0; i < N; ++i)
    for (int j = 0; j <= i; ++j)
      a[i][j] = i * 100 + j;
  SHOW_INTEGERS("a", a[0], N * N);
}
