// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Shifted blocks of a matrix, and its transpose.
// RUN: %conform %s %t
#include "show.h"

enum { N = 101, M = 13 };

int main(void) {
  static int S[M][M];
  for (int i = 0; i < M * M; ++i)
    S[i / M][i % M] = i;
  int m = M, *t = S[0];
#ifdef WITH_PLUGIN
#pragma twofold slice
  {
    S[1:m - 1][0:m - 1] = S[0:m - 1][1:m - 1];
    S[0:m - 2][2:m - 2] += S[2:m - 2][0:m - 2];
    t[0:m:m + 1] = t[m - 1:m:m - 1];
  }
#else
  static int R[M][M];
  for (int i = 0; i < M * M; ++i)
    R[i / M][i % M] = S[i / M][i % M];
  for (int i = 0; i < m - 1; ++i)
    for (int j = 0; j < m - 1; ++j)
      S[1 + i][j] = R[i][1 + j];
  for (int i = 0; i < M * M; ++i)
    R[i / M][i % M] = S[i / M][i % M];
  for (int i = 0; i < m - 2; ++i)
    for (int j = 0; j < m - 2; ++j)
      S[i][2 + j] += R[2 + i][j];
  for (int i = 0; i < m; ++i)
    R[0][i] = S[i][m - 1 - i];
  for (int i = 0; i < m; ++i)
    S[i][i] = R[0][i];
#endif
  SHOW_INTEGERS("S", S[0], M * M);
}
