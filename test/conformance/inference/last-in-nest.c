// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Last values in inner loops and collapsed nests, and of loops that do not run.
// RUN: %conform %s %t
#include "show.h"

enum { N = 12 };

static void nest(int n, int m) {
  int inner = -1, both = -2, some = -3, j;
  double outer = 0.25;
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    outer = i;
    for (j = 0; j < m; ++j)
      inner = i * m + j;
  }
  printf("%d %a %d\n", inner, outer, n > 0 ? j : -1);
#pragma twofold parallel for collapse(2)
  for (int i = 0; i < n; ++i)
    for (int k = 0; k < m; ++k) {
      both = i * 100 + k;
      if (i == k)
        some = i;
    }
  printf("%d %d\n", both, some);
}

int main(void) {
  nest(N, N), nest(N, 3), nest(1, 1), nest(0, 5), nest(5, 0);
}
