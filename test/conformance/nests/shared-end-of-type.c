// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A shared loop that ends near the largest number of its type.
// RUN: %conform %s %t
#include "show.h"

enum { N = 37, M = 23 };

int main(void) {
  static int a[3][N];
  int low = 2147483647 - N, high = 2147483647 - 3;
#pragma twofold parallel for
  for (int i = 0; i < 3; ++i)
    for (int j = low; j < high; j += 2)
      a[i][j - 2147483647 + N] = i + 1;
  SHOW_INTEGERS("a", a[0], 3 * N);
}
