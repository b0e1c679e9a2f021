// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A reduction whose updates stand in an inner triangular loop.
// RUN: %conform %s %t
#include "show.h"

enum { N = 37, M = 23 };

int main(void) {
  static int a[N][N];
  for (int i = 0; i < N * N; ++i)
    a[0][i] = i % 19 - 9;
  int s = 0, most = -100;
#pragma twofold parallel for reduction(+ : s) reduction(max : most)
  for (int i = 0; i < N; ++i)
    for (int j = 0; j <= i; ++j) {
      s += a[i][j];
      if (a[i][j] * j > most)
        most = a[i][j] * j;
    }
  SHOW_INTEGERS("s", &s, 1);
  SHOW_INTEGERS("most", &most, 1);
}
