// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The inner loop counts an unsigned variable down to its end.
// RUN: %conform %s %t
#include "show.h"

enum { N = 37, M = 23 };

int main(void) {
  static unsigned a[N];
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
    unsigned s = 0;
    for (unsigned j = M; j-- > 0;)
      s = s * 3 + j;
    a[i] = s + i;
  }
  SHOW_INTEGERS("a", a, N);
}
