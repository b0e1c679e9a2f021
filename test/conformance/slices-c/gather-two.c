// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Index slices in both dimensions, and one beside a section.
// RUN: %conform %s %t
#include "show.h"

enum { N = 101, M = 13 };

int main(void) {
  static int A[N][M], B[N][M], C[M][N];
  for (int i = 0; i < N; ++i)
    for (int j = 0; j < M; ++j)
      A[i][j] = i * 100 + j, B[i][j] = i - j, C[j][i] = i * j;
  int n = N, m = M;
  static int r[N], c[M];
  for (int i = 0; i < N; ++i)
    r[i] = i * 37 % N;
  for (int j = 0; j < M; ++j)
    c[j] = j * 5 % M;
#ifdef WITH_PLUGIN
#pragma twofold slice
  A[0:n][0:m] = B[r[0:n]][c[0:m]];
#pragma twofold slice
  A[r[0:n]][0:m] -= B[0:n][0:m];
#else
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j)
      A[i][j] = B[r[i]][c[j]];
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j)
      A[r[i]][j] -= B[i][j];
#endif
  SHOW_INTEGERS("A", A[0], N * M);
}
