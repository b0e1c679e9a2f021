// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A statement stands after the inner loop and uses what it computed.
// RUN: %conform %s %t
#include "show.h"

enum { N = 37, M = 23 };

int main(void) {
  static int a[N], b[N];
  for (int i = 0; i < N; ++i)
    b[i] = i % 5;
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
    int sum = 0;
    for (int j = 0; j < M; ++j)
      sum += b[(i + j) % N] * j;
    a[i] = sum - i;
  }
  SHOW_INTEGERS("a", a, N);
}
