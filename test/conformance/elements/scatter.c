// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// out[i + j] meets itself for many pairs: a product of polynomials.
// RUN: %conform %s %t
#include "show.h"

enum { N = 40, M = 25 };

int main(void) {
  static int a[N], b[M], both[N + M], nest[N + M];
  for (int i = 0; i < N; ++i)
    a[i] = i % 7 - 3;
  for (int j = 0; j < M; ++j)
    b[j] = j % 5 + 1;
#pragma twofold parallel for
  for (int i = 0; i < N; ++i)
    for (int j = 0; j < M; ++j)
      both[i + j] += a[i] * b[j];
#pragma twofold parallel for collapse(2)
  for (int i = 0; i < N; ++i)
    for (int j = 0; j < M; ++j)
      nest[i + j] += a[i] * b[j];
  SHOW_INTEGERS("both", both, N + M);
  SHOW_INTEGERS("nest", nest, N + M);
}
