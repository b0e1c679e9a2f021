// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A row, a column, a diagonal by a stride of the flat array.
// RUN: %conform %s %t
#include "show.h"

enum { N = 101, M = 13 };

int main(void) {
  static int A[N][M], B[N][M], C[M][N];
  for (int i = 0; i < N; ++i)
    for (int j = 0; j < M; ++j)
      A[i][j] = i * 100 + j, B[i][j] = i - j, C[j][i] = i * j;
  int n = N, m = M;
  int *flat = A[0];
#ifdef WITH_PLUGIN
#pragma twofold slice
  {
    A[4][:] = B[7][:];
    A[:][5] = B[:][0];
    C[2][0:n] = A[0:n][5];
    flat[0:m:m + 1] = -1;
  }
#else
  for (int j = 0; j < m; ++j)
    A[4][j] = B[7][j];
  for (int i = 0; i < n; ++i)
    A[i][5] = B[i][0];
  for (int i = 0; i < n; ++i)
    C[2][i] = A[i][5];
  for (int i = 0; i < m; ++i)
    flat[i * (m + 1)] = -1;
#endif
  SHOW_INTEGERS("A", A[0], N * M);
  SHOW_INTEGERS("C", C[0], N * M);
}
