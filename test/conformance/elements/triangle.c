// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Targets inside a triangle, and rows of variable length.
// RUN: %conform %s %t
#include "show.h"

static void run(int n, int v[n][n], int *s, int *t) {
#pragma twofold parallel for extent(s, n) extent(t, n *n)
  for (int i = 0; i < n; ++i)
    for (int j = 0; j <= i; ++j) {
      s[j] += i;
      t[i * n + j] += j;
    }
#pragma twofold parallel for extent(v, n)
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j)
      v[j][i / 2] += i + j;
}

int main(void) {
  static int v[19][19], s[19], t[19 * 19];
  run(19, v, s, t);
  SHOW_INTEGERS("v", v[0], 19 * 19);
  SHOW_INTEGERS("s", s, 19);
  SHOW_INTEGERS("t", t, 19 * 19);
}
