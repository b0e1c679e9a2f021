// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A private variable that is assigned in an inner loop.
// RUN: %conform %s %t
#include "show.h"

enum { N = 37, M = 23 };

int main(void) {
  static int a[N][M];
  int t;
#pragma twofold parallel for private(t)
  for (int i = 0; i < N; ++i)
    for (int j = 0; j < M; ++j) {
      t = i ^ j;
      a[i][j] = t * t;
    }
  SHOW_INTEGERS("a", a[0], N * M);
}
