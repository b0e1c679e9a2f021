// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The inner loop moves two variables.
// RUN: %conform %s %t
#include "show.h"

enum { N = 37, M = 23 };

int main(void) {
  static int a[N][M];
#pragma twofold parallel for
  for (int i = 0; i < N; ++i)
    for (int j = 0, k = M - 1; j < k; ++j, --k) {
      a[i][j] = k + i;
      a[i][k] = j - i;
    }
  SHOW_INTEGERS("a", a[0], N * M);
}
