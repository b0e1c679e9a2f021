// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A last value that is assigned in an inner loop.
// RUN: %conform %s %t
#include "show.h"

enum { N = 37, M = 23 };

int main(void) {
  static int a[N][M];
  int last = -1;
#pragma twofold parallel for lastprivate(last)
  for (int i = 0; i < N; ++i)
    for (int j = 0; j < M; ++j) {
      last = i * 100 + j;
      a[i][j] = last;
    }
  SHOW_INTEGERS("a", a[0], N * M);
  SHOW_INTEGERS("last", &last, 1);
}
