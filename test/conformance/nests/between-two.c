// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Two inner loops one after the other, with a statement between them.
// RUN: %conform %s %t
#include "show.h"

enum { N = 37, M = 23 };

int main(void) {
  static int a[N][M], last[N];
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
    for (int j = 0; j < M; ++j)
      a[i][j] = i - j;
    int middle = a[i][M / 2];
    for (int j = M - 1; j >= 0; --j)
      a[i][j] += middle * j;
    last[i] = middle;
  }
  SHOW_INTEGERS("a", a[0], N * M);
  SHOW_INTEGERS("last", last, N);
}
