// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The third loop depends on the second.
// RUN: %conform %s %t
#include "show.h"

enum { N = 37, M = 23 };

int main(void) {
  static int a[N];
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
    int count = 0;
    for (int j = 0; j < M; ++j)
      for (int k = j; k < M; k += 2)
        count += j * k + i;
    a[i] = count;
  }
  SHOW_INTEGERS("a", a, N);
}
