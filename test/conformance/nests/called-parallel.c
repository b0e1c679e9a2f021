// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A function with a parallel loop of its own is called: run there serially,
// and in parallel when called alone.
// RUN: %conform %s %t
#include "show.h"

enum { N = 37, M = 23 };
static void fill(int *row, int n, int x) {
#pragma twofold parallel for
  for (int j = 0; j < n; ++j)
    row[j] = x + j;
}

int main(void) {
  static int a[N][M];
#pragma twofold parallel for
  for (int i = 0; i < N; ++i)
    fill(a[i], M, i);
  SHOW_INTEGERS("a", a[0], N * M);
  fill(a[0], N * M, 7);
  SHOW_INTEGERS("a", a[0], N * M);
}
