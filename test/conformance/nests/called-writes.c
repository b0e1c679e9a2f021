// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A helper fills the row that it is given.
// RUN: %conform %s %t
#include "show.h"

enum { N = 37, M = 23 };
static void fill(int *row, int n, int x) {
  for (int j = 0; j < n; ++j)
    row[j] = x + j;
}

int main(void) {
  static int a[N][M];
#pragma twofold parallel for
  for (int i = 0; i < N; ++i)
    fill(a[i], M, i);
  SHOW_INTEGERS("a", a[0], N * M);
}
