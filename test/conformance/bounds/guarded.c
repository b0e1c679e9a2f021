// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Conditional accesses: in range where the condition holds, found where it lets
// through what it should not.
// RUN: %conform %s %t
#include "errors.h"
#include "show.h"

enum { N = 300 };

int main(void) {
  static int a[N], b[N];
#pragma twofold parallel for bounds
  for (int i = 0; i < N; ++i)
    a[i] = i * 3;
#pragma twofold parallel for bounds
  for (int i = 0; i < N; ++i)
    b[i] = (i > 0 ? a[i - 1] : 0) + (i < N - 1 ? a[i + 1] : 0);
  SHOW_INTEGERS("b", b, N);
  VIOLATES(a, N, N, 23)
#pragma twofold parallel for bounds
  for (int i = 0; i < N; ++i)
    if (b[i] >= 0)
      b[i] = a[i + 1];
  VIOLATED();
}
