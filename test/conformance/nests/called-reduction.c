// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A function with a reduction loop is called from a parallel loop.
// RUN: %conform %s %t
#include "show.h"

enum { N = 37, M = 23 };
static int sum(const int *row, int n) {
  int s = 0;
#pragma twofold parallel for reduction(+ : s)
  for (int j = 0; j < n; ++j)
    s += row[j];
  return s;
}

int main(void) {
  static int a[N][M], sums[N];
  for (int i = 0; i < N * M; ++i)
    a[0][i] = i % 13;
#pragma twofold parallel for
  for (int i = 0; i < N; ++i)
    sums[i] = sum(a[i], M);
  SHOW_INTEGERS("sums", sums, N);
  int all = sum(a[0], N * M);
  SHOW_INTEGERS("all", &all, 1);
}
