// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Zeros of both signs are equal. With a position, the zero is the serial one;
// without, either may be left, which adding zero makes one.
// RUN: %conform %s %t
#include "show.h"

enum { N = 90 };

int main(void) {
  static double x[N], y[N];
  double a = 5, b = -5, c = 5, d = -5, e = 5, f = -5, g = 5, h = -5, m = 5,
         n = 5;
  int at = -1, to = -1;
  for (int i = 0; i < N; ++i) {
    x[i] = i % 7 == 3 ? 0.0 : i % 7 == 5 ? -0.0 : 1 + i % 3;
    y[i] = i % 7 == 3 ? -0.0 : i % 7 == 5 ? 0.0 : -1 - i % 3;
  }
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
    if (x[i] < a)
      a = x[i];
    if (y[i] > b)
      b = y[i];
    if (x[i] <= c)
      c = x[i];
    if (y[i] >= d)
      d = y[i];
    e = x[i] < e ? x[i] : e;
    f = y[i] >= f ? y[i] : f;
    g = x[i] <= g ? x[i] : g;
    h = y[i] > h ? y[i] : h;
    if (x[i] < m) {
      m = x[i];
      at = i;
    }
    if (x[i] <= n) {
      n = x[i];
      to = i;
    }
  }
  double results[] = {a + 0, b + 0, c + 0, d + 0, e + 0,
                      f + 0, g + 0, h + 0, m,     n};
  SHOW_FLOATS("results", results, 10);
  SHOW_INTEGER(at);
  SHOW_INTEGER(to);
}
