// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The position in an inner loop, several variables along with it, and a
// collapsed nest.
// RUN: %conform %s %t
#include "show.h"

enum { N = 23, M = 17 };

int main(void) {
  static int a[N][M];
  int least = 1 << 20, row = -1, column = -1, code = 0;
  int most = -1, r = -1, c = -1;
  for (int i = 0; i < N; ++i)
    for (int j = 0; j < M; ++j)
      a[i][j] = (i * 31 + j * 57) % 13;
#pragma twofold parallel for
  for (int i = 0; i < N; ++i)
    for (int j = 0; j < M; ++j)
      if (a[i][j] < least) {
        least = a[i][j];
        row = i;
        column = j;
        code = i * 100 + a[i][j];
      }
#pragma twofold parallel for collapse(2)
  for (int i = N - 1; i >= 0; --i)
    for (int j = 0; j < M; j += 2)
      if (a[i][j] > most) {
        most = a[i][j];
        r = i;
        c = j;
      }
  int results[] = {least, row, column, code, most, r, c};
  SHOW_INTEGERS("results", results, 7);
}
