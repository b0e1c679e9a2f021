// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Statement expressions, compound literals, conditionals without a middle and
// arrays of variable length.
// RUN: %conform %s %t --native
#include "show.h"

enum { N = 120 };

int main(void) {
  static int x[N], y[N];
  int s = 0, t, n = 4;
  for (int i = 0; i < N; ++i)
    x[i] = i * 43 % 19;
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
    int v[n + 1];
    ({ s += x[i]; });
    t = ({
      int inner = x[i];
      inner * 2;
    });
    v[i % n] = t;
    y[i] = (int[]){t, v[i % n]}[i % 2] + (x[i] ?: 100);
  }
  SHOW_INTEGERS("y", y, N);
  SHOW_INTEGER(s);
}
