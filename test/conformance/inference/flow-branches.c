// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Assigned on every path: both arms, every case, each side of ?: and ||.
// RUN: %conform %s %t
#include "show.h"

enum { N = 90 };

int main(void) {
  static int x[N], y[N];
  int a, b, c, d;
  for (int i = 0; i < N; ++i)
    x[i] = i * 7 % 10;
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
    if (x[i] > 4)
      a = x[i];
    else
      a = -x[i];
    switch (x[i] % 3) {
    case 0:
      b = 5;
      break;
    case 1:
      b = 6;
      // falls through
    default:
      b = x[i];
    }
    x[i] > 2 ? (c = 1) : (c = 2);
    if ((d = x[i] * 2) > 9 || x[i] == 3) {
      y[i] = a + b + c;
      continue;
    }
    y[i] = d;
  }
  SHOW_INTEGERS("y", y, N);
}
