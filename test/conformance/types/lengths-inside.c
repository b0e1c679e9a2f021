// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Pointers become pointers to rows of variable length in the loop.
// RUN: %conform %s %t
#include "show.h"

enum { N = 37, M = 19 };

int main(void) {
  static int a[N * M], b[N * M];
  int n = N, m = M;
  for (int i = 0; i < N * M; ++i)
    a[i] = i % 13;
#pragma twofold parallel for collapse(2)
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j)
      ((int(*)[m])b)[i][j] = ((int(*)[m])a)[i][j] + 1;
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    int(*from)[m] = (int(*)[m])a, (*to)[m] = (int(*)[m])b;
    for (int j = 1; j < m; ++j)
      to[i][j] += from[i][j] * 2;
  }
  int sum = 0;
#pragma twofold parallel for reduction(+ : sum)
  for (int i = 0; i < n; ++i) {
    typedef int row[m - 1];
    sum += ((row *)a)[i][3];
  }
  b[0] = sum;
  SHOW_INTEGERS("b", b, N * M);
}
