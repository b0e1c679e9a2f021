// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A temporary that is assigned, then summed up, then used: private, although
// it looks like a sum.
// RUN: %conform %s %t
#include "show.h"

enum { N = 90 };

int main(void) {
  static int x[N], y[N];
  int t, m, last = 0;
  for (int i = 0; i < N; ++i)
    x[i] = i * 43 % 19;
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
    t = 0;
    m = x[i];
    for (int j = 0; j <= i; ++j) {
      t += x[j];
      if (x[j] > m)
        m = x[j];
    }
    ++t, t--;
    last = t;
    last *= 2;
    y[i] = t - m;
  }
  SHOW_INTEGERS("y", y, N);
  SHOW_INTEGER(last);
}
