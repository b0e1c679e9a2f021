// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Hints: expect, assume, unreachable, assume_aligned, constant_p, choose_expr.
// RUN: %conform %s %t
#include "show.h"

enum { N = 40 };

static int kind(int i) {
  switch (i % 3) {
  case 0:
    return 5;
  case 1:
    return 6;
  case 2:
    return 7;
  }
  __builtin_unreachable();
}

int main(void) {
  static int a[N] __attribute__((aligned(64))), b[N];
  const int *p = a;
#pragma twofold parallel for
  for (int i = 0; i < N; ++i)
    a[i] = i * 3;
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
    __builtin_assume(i >= 0);
    const int *q = __builtin_assume_aligned(p, 64);
    if (__builtin_expect(q[i] > 60, 0))
      b[i] = kind(i);
    else
      b[i] = __builtin_constant_p(4) + __builtin_choose_expr(1, 2, "no") + (int)__builtin_expect_with_probability(i, 1, 0.5);
  }
  SHOW_INTEGERS("b", b, N);
}
