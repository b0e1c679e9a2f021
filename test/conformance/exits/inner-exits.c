// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// break and continue of inner loops and switches are theirs.
// RUN: %conform %s %t
#include "show.h"
int main(void) {
  enum { N = 60, M = 20 };
  static int a[N][M];
  for (int i = 0; i < N; ++i)
    for (int j = 0; j < M; ++j)
      a[i][j] = (i * 31 + j * 17) % 67;
  int row = -1;
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
    int seen = 0;
    for (int j = 0; j < M; ++j) {
      if (a[i][j] % 2)
        continue;
      if (a[i][j] > 60)
        break;
      seen += a[i][j];
    }
    switch (seen % 4) {
    case 0:
      break;
    case 1:
      seen += 3;
      break;
    default:
      seen -= 1;
    }
    if (seen == 41 || seen > 400) {
      row = i;
      break;
    }
  }
  SHOW_INTEGER(row);
}
