// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// twofold_index gives the numbers of an element.
// RUN: %conform %s %t
#include "show.h"

enum { N = 101, M = 13 };

int main(void) {
  static int A[N][M], B[N][M], C[M][N];
  for (int i = 0; i < N; ++i)
    for (int j = 0; j < M; ++j)
      A[i][j] = i * 100 + j, B[i][j] = i - j, C[j][i] = i * j;
  int n = N, m = M;
#ifdef WITH_PLUGIN
#pragma twofold slice
  A[0:n][0:m] = twofold_index(0) * 1000 + twofold_index(1);
#pragma twofold slice
  C[1][2:n - 2] = twofold_index(0);
#else
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j)
      A[i][j] = i * 1000 + j;
  for (int i = 0; i < n - 2; ++i)
    C[1][2 + i] = i;
#endif
  SHOW_INTEGERS("A", A[0], N * M);
  SHOW_INTEGERS("C", C[0], N * M);
}
