// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Iterations of a shared loop end early.
// RUN: %conform %s %t
#include "show.h"

enum { N = 37, M = 23 };

int main(void) {
  static int a[3][N];
#pragma twofold parallel for
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < N; ++j) {
      if ((i + j) % 3 == 0)
        continue;
      a[i][j] = i * j + 1;
    }
  SHOW_INTEGERS("a", a[0], 3 * N);
}
