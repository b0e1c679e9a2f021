// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Private and last values of a parallel loop inside a parallel loop.
// RUN: %conform %s %t
#include "show.h"

enum { N = 37, M = 23 };

int main(void) {
  static int a[N][M], lasts[N];
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
    int t, last = -1;
#pragma twofold parallel for private(t) lastprivate(last)
    for (int j = 0; j < M; ++j) {
      t = i + j;
      a[i][j] = t * t;
      last = t;
    }
    lasts[i] = last;
  }
  SHOW_INTEGERS("a", a[0], N * M);
  SHOW_INTEGERS("lasts", lasts, N);
}
