// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The inner loop's end varies: checked inside where the whole does not show it.
// RUN: %conform %s %t
#include "errors.h"
#include "show.h"

enum { N = 30 };

int main(void) {
  static int a[N * (N + 1) / 2], b[N];
#pragma twofold parallel for bounds
  for (int i = 0; i < N; ++i)
    for (int j = 0; j <= i; ++j)
      a[i * (i + 1) / 2 + j] = i + j;
#pragma twofold parallel for bounds
  for (int i = 0; i < N; ++i)
    for (int j = i; j < N; ++j)
      b[i] += a[j];
  SHOW_INTEGERS("b", b, N);
  VIOLATES(b, N, N, 24)
#pragma twofold parallel for bounds
  for (int i = 0; i < N; ++i)
    for (int j = 0; j < i - (N - 3); ++j)
      b[i + j] = 0;
  VIOLATED();
}
