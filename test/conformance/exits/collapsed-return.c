// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// return out of a collapsed nest: rows first.
// RUN: %conform %s %t
#include "show.h"
enum { N = 30, M = 25 };

static int find(int a[N][M], int rows, int columns, int x) {
#pragma twofold parallel for collapse(2)
  for (int i = 0; i < rows; ++i)
    for (int j = columns - 1; j >= 0; j -= 2)
      if (a[i][j] == x)
        return i * 1000 + j;
  return -1;
}

static int deep(int a[N][M], int x) {
#pragma twofold parallel for collapse(3)
  for (int i = 0; i < N; ++i)
    for (int j = 0; j < 5; ++j)
      for (int k = 0; k < 5; ++k)
        if (a[i][5 * j + k] == x)
          return i * 1000 + j * 10 + k;
  return -1;
}

int main(void) {
  static int a[N][M];
  for (int i = 0; i < N; ++i)
    for (int j = 0; j < M; ++j)
      a[i][j] = (i * 7 + j * 11) % 97;
  for (int x = 0; x < 100; x += 9)
    printf("%d %d %d %d\n", find(a, N, M, x), find(a, 3, M, x),
           find(a, 0, M, x), deep(a, x));
}
