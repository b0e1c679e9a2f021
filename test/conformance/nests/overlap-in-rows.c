// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Two pointers into one block: the rows are independent, what is in them is
// not.
// RUN: %conform %s %t
#include "show.h"

enum { N = 37, M = 23 };
/* Row i reads the element before it from the row's own start on. */
static void shift(int n, int m, int *to, const int *from) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    for (int j = 1; j < m; ++j)
      to[i * m + j] = from[i * m + j] + 1;
}

int main(void) {
  static int block[N * M + 1];
  block[0] = 1;
  for (int i = 0; i <= N * M; ++i)
    block[i] = i % 3;
  shift(N, M, block + 1, block);
  SHOW_INTEGERS("block", block, N * M + 1);
}
