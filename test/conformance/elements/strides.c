// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Whether rows meet is known at the call alone.
// RUN: %conform %s %t
#include "show.h"

static void rows(int *c, const int *a, int n, int m, int stride) {
#pragma twofold parallel for extent(c, n * stride + m)
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j)
      c[i * stride + j] += a[i] + j;
}

int main(void) {
  static int apart[40 * 9 + 9], touching[40 * 9 + 9], meeting[40 * 9 + 9],
      same[40 * 9 + 9], back[40 * 9 + 9], a[40];
  for (int i = 0; i < 40; ++i)
    a[i] = i * i;
  rows(apart, a, 40, 8, 9);
  rows(touching, a, 40, 9, 9);
  rows(meeting, a, 40, 9, 4);
  rows(same, a, 40, 9, 0);
  rows(back, a, 1, 9, 0);
  SHOW_INTEGERS("apart", apart, 369);
  SHOW_INTEGERS("touching", touching, 369);
  SHOW_INTEGERS("meeting", meeting, 369);
  SHOW_INTEGERS("same", same, 369);
  SHOW_INTEGERS("back", back, 369);
}
