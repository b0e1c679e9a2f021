// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The reduction of a parallel loop inside a parallel loop.
// RUN: %conform %s %t
#include "show.h"

enum { N = 37, M = 23 };

int main(void) {
  static int a[N][M], sums[N];
  for (int i = 0; i < N * M; ++i)
    a[0][i] = i % 17;
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
    int s = i;
#pragma twofold parallel for reduction(+ : s)
    for (int j = 0; j < M; ++j)
      s += a[i][j];
    sums[i] = s;
  }
  SHOW_INTEGERS("sums", sums, N);
}
