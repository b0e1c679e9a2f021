// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A stencil without its guard: what all its accesses touch is one range.
// RUN: %conform %s %t
#include "errors.h"
#include "show.h"

enum { N = 64 };

int main(void) {
  static int a[N], b[N];
  VIOLATES(a, -1, N, 14)
#pragma twofold parallel for bounds
  for (int i = 0; i < N; ++i)
    b[i] = a[i] + a[i - 1] + a[i + 1];
  VIOLATED();
  SHOW_INTEGERS("b", b, N);
}
