// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Three dimensions, of which one is fixed.
// RUN: %conform %s %t
#include "show.h"

enum { N = 101, M = 13 };

int main(void) {
  static int T[7][5][11], U[7][11];
  for (int i = 0; i < 7 * 5 * 11; ++i)
    T[0][0][i] = i * i % 97;
  int k = 3;
#ifdef WITH_PLUGIN
#pragma twofold slice
  {
    U[:][:] = T[:][k][:];
    T[0:7][1:4][0:10] += T[0:7][0:4][1:10];
    T[k][:][:] = -T[k - 1][:][:];
  }
#else
  static int V[7][5][11];
  for (int i = 0; i < 7; ++i)
    for (int j = 0; j < 11; ++j)
      U[i][j] = T[i][k][j];
  for (int i = 0; i < 7 * 5 * 11; ++i)
    V[0][0][i] = T[0][0][i];
  for (int i = 0; i < 7; ++i)
    for (int j = 0; j < 4; ++j)
      for (int l = 0; l < 10; ++l)
        T[i][1 + j][l] += V[i][j][1 + l];
  for (int j = 0; j < 5; ++j)
    for (int l = 0; l < 11; ++l)
      T[k][j][l] = -T[k - 1][j][l];
#endif
  SHOW_INTEGERS("T", T[0][0], 7 * 5 * 11);
  SHOW_INTEGERS("U", U[0], 7 * 11);
}
