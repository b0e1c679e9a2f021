// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Elements written as *(a + i), in one and in two dimensions.
// RUN: %conform %s %t
#include "errors.h"
#include "show.h"

enum { N = 40 };

int main(void) {
  static int a[N], at[N], m[N][6];
  int *p = a;
  for (int i = 0; i < N; ++i)
    at[i] = N - 1 - i;
#pragma twofold parallel for bounds extent(p, N)
  for (int i = 0; i < N; ++i) {
    *(p + at[i]) = i;
    *(*(m + at[i]) + i % 6) = *(at[i] + at);
  }
  SHOW_INTEGERS("a", a, N);
  SHOW_INTEGERS("m", m[0], N * 6);
  at[9] = N + 4;
  VIOLATES(p, N + 4, N, 25)
#pragma twofold parallel for bounds extent(p, N)
  for (int i = 0; i < N; ++i)
    m[i][0] = *(p + at[i]);
  VIOLATED();
  at[9] = 6;
  VIOLATES(m, 6, 6, 31)
#pragma twofold parallel for bounds
  for (int i = 9; i < 10; ++i)
    a[i] = *(*(m + i) + at[i]);
  VIOLATED();
}
