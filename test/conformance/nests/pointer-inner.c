// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The inner loop moves a pointer along a row.
// RUN: %conform %s %t
#include "show.h"

enum { N = 37, M = 23 };

int main(void) {
  static int a[N][M];
#pragma twofold parallel for
  for (int i = 0; i < N; ++i)
    for (int *p = a[i]; p != a[i] + M; ++p)
      *p = i + (int)(p - a[i]);
  SHOW_INTEGERS("a", a[0], N * M);
}
