// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Arrays whose row length is a variable.
// RUN: %conform %s %t
#include "show.h"

enum { N = 101, M = 13 };

int main(void) {
  int n = N, m = M;
  int A[n][m], B[n][m];
  for (int i = 0; i < n * m; ++i)
    A[i / m][i % m] = i, B[i / m][i % m] = i * 3;
  int(*row)[m] = B;
#ifdef WITH_PLUGIN
#pragma twofold slice
  {
    A[:][1:m - 1] = B[:][0:m - 1];
    A[3:2][:] = row[5:2][0:m];
  }
#else
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m - 1; ++j)
      A[i][1 + j] = B[i][j];
  for (int i = 0; i < 2; ++i)
    for (int j = 0; j < m; ++j)
      A[3 + i][j] = row[5 + i][j];
#endif
  SHOW_INTEGERS("A", A[0], N * M);
}
