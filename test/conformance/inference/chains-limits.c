// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Terms that overflow together where the serial order does not, and the
// outermost values of the type.
// RUN: %conform %s %t
#include "show.h"
#include <limits.h>

enum { N = 64 };

int main(void) {
  static int h[N], up[N];
  static long wide[N];
  int only[1] = {INT_MIN};
  for (int i = 0; i < N; ++i) {
    h[i] = INT_MIN + i;
    up[i] = INT_MAX - i;
    wide[i] = -3;
  }
#pragma twofold parallel for
  for (int i = 0; i < 2 * N; ++i) {
    int k = (i * 5 % N + N) % N;
    if (i < N) {
      h[k] = h[k] + up[k] + up[k];
      wide[k] = wide[k] + 4000000000 + up[k];
    }
    only[0] = only[0] + (i == 0 ? INT_MAX : 0) + (i == 0 ? 100 : 0);
  }
  SHOW_INTEGERS("h", h, N);
  SHOW_INTEGERS("wide", wide, N);
  SHOW_INTEGERS("only", only, 1);
}
