// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Both ends of the inner loop depend on the parallel variable.
// RUN: %conform %s %t
#include "show.h"

enum { N = 37, M = 23 };

int main(void) {
  static int a[N][3 * N];
#pragma twofold parallel for
  for (int i = 0; i < N; ++i)
    for (int j = i; j <= 2 * i + 1; ++j)
      a[i][j] = j - i;
  SHOW_INTEGERS("a", a[0], N * 3 * N);
}
