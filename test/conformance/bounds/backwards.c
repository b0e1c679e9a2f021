// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Decreasing and strided loops.
// RUN: %conform %s %t
#include "errors.h"
#include "show.h"

enum { N = 90 };

int main(void) {
  static int a[N];
  VIOLATES(a, 90, N, 14)
#pragma twofold parallel for bounds
  for (int i = N; i > 0; --i)
    a[i] = i;
  VIOLATED();
  VIOLATES(a, 90, N, 19)
#pragma twofold parallel for bounds
  for (int i = 0; i <= N; i += 3)
    a[i] = i;
  VIOLATED();
#pragma twofold parallel for bounds
  for (int i = 1; i < N; i += 3)
    a[i] = i;
  SHOW_INTEGERS("a", a, N);
}
