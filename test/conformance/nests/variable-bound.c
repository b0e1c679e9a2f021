// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The inner bound is a value of the iteration.
// RUN: %conform %s %t
#include "show.h"

enum { N = 37, M = 23 };

int main(void) {
  static int length[N], a[N][M];
  for (int i = 0; i < N; ++i)
    length[i] = i * 5 % M;
#pragma twofold parallel for
  for (int i = 0; i < N; ++i)
    for (int j = 0; j < length[i]; ++j)
      a[i][j] = i - j;
  SHOW_INTEGERS("a", a[0], N * M);
}
