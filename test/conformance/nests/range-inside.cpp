// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A range for over an array stands inside.
// RUN: %conform %s %t
#include "show.h"

enum { N = 37, M = 23 };

int main(void) {
  static int a[N], b[M];
  for (int j = 0; j < M; ++j)
    b[j] = j * 3 % 8;
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
    int s = 0;
    for (int x : b)
      s += x * i;
    a[i] = s;
  }
  SHOW_INTEGERS("a", a, N);
}
