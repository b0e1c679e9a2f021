// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// goto forward, backward and into blocks, and cases that fall through, between
// assignments and uses.
// RUN: %conform %s %t --native
#include "show.h"

enum { N = 120 };

int main(void) {
  static int x[N], y[N];
  int s, t = 0, sum = 0;
  for (int i = 0; i < N; ++i)
    x[i] = i * 43 % 19;
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
    if (x[i] > 9)
      goto high;
    s = 1;
    if (0) {
    high:
      s = 2;
    }
    y[i] = s;
  again:
    if (y[i] < 5) {
      y[i] += s;
      goto again;
    }
    switch (x[i] % 4) {
    case 0:
      t = 10;
    case 1:
      sum += y[i];
    case 2:
      ++sum;
      break;
    default:
      sum -= 1;
    }
  }
  SHOW_INTEGERS("y", y, N);
  SHOW_INTEGER(t);
  SHOW_INTEGER(sum);
}
