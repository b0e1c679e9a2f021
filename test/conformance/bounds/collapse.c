// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Two parallel dimensions with a checked subscript in each.
// RUN: %conform %s %t
#include "errors.h"
#include "show.h"

enum { N = 14, M = 17 };

int main(void) {
  static int a[N][M], row[N], column[M];
  for (int i = 0; i < N; ++i)
    row[i] = N - 1 - i;
  for (int j = 0; j < M; ++j)
    column[j] = (j + 3) % M;
#pragma twofold parallel for collapse(2) bounds
  for (int i = 0; i < N; ++i)
    for (int j = 0; j < M; ++j)
      a[row[i]][column[j]] = i * M + j;
  SHOW_INTEGERS("a", a[0], N * M);
  column[2] = M;
  VIOLATES(a, M, M, 26)
#pragma twofold parallel for collapse(2) bounds
  for (int i = 0; i < N; ++i)
    for (int j = 0; j < 3; ++j)
      if (row[i] == 1)
        a[row[i]][column[j]] = 0;
  VIOLATED();
}
