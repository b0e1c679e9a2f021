// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Sums of rows, in place, in any order where that is said or gives equal bits.
// RUN: %conform %s %t
#include "show.h"

enum { N = 5, M = 70 };

int main(void) {
  static int a[N][M];
  static float b[N][M], most[N];
  for (int i = 0; i < N; ++i)
    for (int j = 0; j < M; ++j) {
      a[i][j] = i * 7 + j * j;
      b[i][j] = (i * 31 + j * 17) % 64;
    }
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
    int s = a[i][0], odd = 0;
    for (int j = 0; j < M; ++j) {
      s += a[i][j];
      odd ^= a[i][j];
    }
    for (int j = 0; j < M; ++j)
      a[i][j] = a[i][j] * s + odd;
  }
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
    float t = b[i][0], s = 0;
#pragma twofold parallel for reduction(max : t)
    for (int j = 1; j < M; ++j)
      if (b[i][j] > t)
        t = b[i][j];
#pragma twofold parallel for
    for (int j = 0; j < M; ++j) {
      b[i][j] -= t;
      s += b[i][j];
    }
    most[i] = s * 2 + t;
  }
  SHOW_INTEGERS("a", a[0], N * M);
  SHOW_FLOATS("b", b[0], N * M);
  SHOW_FLOATS("most", most, N);
}
