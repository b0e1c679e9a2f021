// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Two dimensions.
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
  A[0:n][0:m] = B[0:n][0:m] * 2 + A[0:n][0:m];
#pragma twofold slice
  A[1:n / 2:2][3:4] = B[0:n / 2][m - 1:4:-1];
#else
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j)
      A[i][j] = B[i][j] * 2 + A[i][j];
  for (int i = 0; i < n / 2; ++i)
    for (int j = 0; j < 4; ++j)
      A[1 + i * 2][3 + j] = B[i][m - 1 - j];
#endif
  SHOW_INTEGERS("A", A[0], N * M);
}
