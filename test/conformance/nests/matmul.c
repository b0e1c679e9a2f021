// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A matrix product over flat arrays whose sizes are values.
// RUN: %conform %s %t
#include "show.h"

enum { N = 37, M = 23 };
static void multiply(int n, int m, const int *a, const int *b, int *c) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) {
      int s = 0;
      for (int k = 0; k < m; ++k)
        s += a[i * m + k] * b[k * n + j];
      c[i * n + j] = s;
    }
}

int main(void) {
  static int a[N * M], b[M * N], c[N * N];
  for (int i = 0; i < N * M; ++i)
    a[i] = i % 7, b[i] = i % 5 - 2;
  multiply(N, M, a, b, c);
  SHOW_INTEGERS("c", c, N * N);
}
