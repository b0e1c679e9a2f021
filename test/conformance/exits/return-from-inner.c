// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// return out of inner loops and a switch.
// RUN: %conform %s %t
#include "show.h"
enum { N = 40, M = 30 };

static int find(int a[N][M], int x) {
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
    for (int j = 0; j < M; ++j) {
      switch (a[i][j] - x) {
      case 0:
        return i * 100 + j;
      case 1:
        if (j == 3)
          return -i;
        break;
      }
      int k = 0;
      while (k < 3)
        if (a[i][j] + k++ == x + 100)
          return 5000 + i;
    }
  }
  return -1;
}

int main(void) {
  static int a[N][M];
  for (int i = 0; i < N; ++i)
    for (int j = 0; j < M; ++j)
      a[i][j] = (i * 131 + j * 71) % 997;
  for (int x = -120; x < 1000; x += 77)
    printf("%d: %d\n", x, find(a, x));
}
