// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Rows that stand anywhere: the threads run them.
// RUN: %conform %s %t --native
#include "show.h"

enum { N = 101, M = 13 };

int main(void) {
  static int rows[M][N];
  int *p[M], *q[M];
  for (int i = 0; i < M; ++i)
    p[i] = rows[i], q[i] = rows[M - 1 - i];
  for (int i = 0; i < M * N; ++i)
    rows[0][i] = i;
  int n = N, m = M;
#ifdef WITH_PLUGIN
#pragma twofold slice
  p[0:m][0:n] = q[0:m][0:n] + 1;
#else
  static int kept[M][N];
  for (int i = 0; i < m; ++i)
    for (int j = 0; j < n; ++j)
      kept[i][j] = q[i][j] + 1;
  for (int i = 0; i < m; ++i)
    for (int j = 0; j < n; ++j)
      p[i][j] = kept[i][j];
#endif
  SHOW_INTEGERS("rows", rows[0], M * N);
}
