// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A helper with a loop is called from the body.
// RUN: %conform %s %t
#include "show.h"

enum { N = 37, M = 23 };
static int dot(const int *b, int n, int factor) {
  int sum = 0;
  for (int j = 0; j < n; ++j)
    sum += b[j] * factor;
  return sum;
}

int main(void) {
  static int a[N], b[M];
  for (int j = 0; j < M; ++j)
    b[j] = j * j % 11;
#pragma twofold parallel for
  for (int i = 0; i < N; ++i)
    a[i] = dot(b, M, i);
  SHOW_INTEGERS("a", a, N);
}
