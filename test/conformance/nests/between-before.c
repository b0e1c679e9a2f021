// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A statement stands before the inner loop.
// RUN: %conform %s %t
#include "show.h"

enum { N = 37, M = 23 };

int main(void) {
  static int a[N][M], first[N];
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
    first[i] = i * i;
    for (int j = 0; j < M; ++j)
      a[i][j] = first[i] + j;
  }
  SHOW_INTEGERS("a", a[0], N * M);
  SHOW_INTEGERS("first", first, N);
}
