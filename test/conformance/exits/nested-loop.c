// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A loop with an exit within a loop with an exit.
// RUN: %conform %s %t
#include "show.h"
enum { N = 50, M = 40 };

int main(void) {
  static int a[N][M];
  for (int i = 0; i < N; ++i)
    for (int j = 0; j < M; ++j)
      a[i][j] = (i + 1) * (j + 3) % 211;
  int first = -1;
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
    int here = -1;
#pragma twofold parallel for
    for (int j = 0; j < M; ++j)
      if (a[i][j] == 180 + i / 4) {
        here = j;
        break;
      }
    if (here > 20) {
      first = i * 100 + here;
      break;
    }
  }
  SHOW_INTEGER(first);
}
