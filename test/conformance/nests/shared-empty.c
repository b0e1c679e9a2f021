// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A shared loop with nothing to do, and one with a single iteration.
// RUN: %conform %s %t
#include "show.h"

enum { N = 37, M = 23 };

int main(void) {
  static int a[3][N];
  int none = 0, one = 1;
#pragma twofold parallel for
  for (int i = 0; i < 3; ++i)
    for (int j = 5; j < none; ++j)
      a[i][j] = 1;
#pragma twofold parallel for
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < one; ++j)
      a[i][j] = 2;
  SHOW_INTEGERS("a", a[0], 3 * N);
}
