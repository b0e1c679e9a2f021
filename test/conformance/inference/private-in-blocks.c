// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Assigned before use by an inner block, a do loop, a comma, ?: and &&.
// RUN: %conform %s %t
#include "show.h"

enum { N = 110 };

int main(void) {
  static int x[N], y[N];
  int a, b, c, d, e, f;
  for (int i = 0; i < N; ++i)
    x[i] = i * 43 % 19;
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
    {
      a = x[i] + 1;
      {
        b = a * 2;
      }
    }
    do {
      c = a + b;
      --a;
    } while (a > 5);
    y[i] = (d = c, d * 2) + a;
    e = x[i] > 7 ? (f = 1) : (f = 2);
    if ((a = x[i]) && (b = a * 3) > 6)
      y[i] += a + b;
    y[i] += e + f;
    for (a = 0, b = 1; a < 3; ++a)
      b += a;
    y[i] -= b;
    while ((c = y[i]) > 50)
      y[i] = c - 7;
  }
  SHOW_INTEGERS("y", y, N);
}
