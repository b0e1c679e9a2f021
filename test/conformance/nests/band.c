// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The inner loop covers a band around the diagonal.
// RUN: %conform %s %t
#include "show.h"

enum { N = 37, M = 23 };

int main(void) {
  static int a[N][N];
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
    int low = i < 3 ? 0 : i - 3, high = i + 3 < N ? i + 3 : N - 1;
    for (int j = low; j <= high; ++j)
      a[i][j] = i * j + 1;
  }
  SHOW_INTEGERS("a", a[0], N * N);
}
