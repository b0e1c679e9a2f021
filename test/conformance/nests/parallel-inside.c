// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A parallel loop inside a parallel loop runs serially there.
// RUN: %conform %s %t
#include "show.h"

enum { N = 37, M = 23 };

int main(void) {
  static int a[N][M];
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
#pragma twofold parallel for
    for (int j = 0; j < M; ++j)
      a[i][j] = i * j;
  }
  SHOW_INTEGERS("a", a[0], N * M);
}
