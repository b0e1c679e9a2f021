// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// An inner for without condition or increment.
// RUN: %conform %s %t
#include "show.h"

enum { N = 37, M = 23 };

int main(void) {
  static int a[N];
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
    int j = 0;
    for (;;) {
      if (j * j > i)
        break;
      ++j;
    }
    a[i] = j;
  }
  SHOW_INTEGERS("a", a, N);
}
