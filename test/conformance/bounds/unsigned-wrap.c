// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// An unsigned subscript that wraps around below zero.
// RUN: %conform %s %t
#include "errors.h"
#include "show.h"

enum { N = 50 };

int main(void) {
  static int a[N], b[N];
  for (int i = 0; i < N; ++i)
    a[i] = i * i;
#pragma twofold parallel for bounds
  for (unsigned i = 1; i < N; ++i)
    b[i] = a[i - 1u];
  SHOW_INTEGERS("b", b, N);
  VIOLATES(a, 4294967295, N, 20)
#pragma twofold parallel for bounds
  for (unsigned i = 0; i < N; ++i)
    b[i] = a[i - 1u];
  VIOLATED();
}
