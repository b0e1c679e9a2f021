// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Two pointers into one block: within a row each element depends on the one
// before.
// RUN: %conform %s %t
#include "show.h"

enum { N = 37, M = 23 };
static void shift(int n, int m, int *to, const int *from) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    for (int j = 1; j < m; ++j)
      to[i * m + j] = from[i * m + j] + 1;
}

int main(void) {
  static int block[3 * N + 1];
  for (int i = 0; i <= 3 * N; ++i)
    block[i] = i % 3;
  shift(3, N, block + 1, block);
  SHOW_INTEGERS("block", block, 3 * N + 1);
}
