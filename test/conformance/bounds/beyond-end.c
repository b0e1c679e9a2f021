// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The last iterations leave the array: known before anything runs or is written.
// RUN: %conform %s %t
#include "errors.h"
#include "show.h"

enum { N = 100 };

int main(void) {
  static int a[N];
  int n = N + 20;
  VIOLATES(a, 119, N, 15)
#pragma twofold parallel for bounds
  for (int i = 0; i < n; ++i)
    a[i] = i + 1;
  VIOLATED();
  SHOW_INTEGERS("a", a, N);
}
