// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The ternary with each comparison and both results either way round.
// RUN: %conform %s %t
#include "show.h"

enum { N = 130 };

int main(void) {
  static int x[N];
  static unsigned y[N];
  int a = 900, b = 900, c = 900, d = 900, e = -900, f = -900, g = -900;
  unsigned low = ~0u, high = 0;
  long wide = 1L << 40, far = -1;
  for (int i = 0; i < N; ++i)
    x[i] = i * 577 % 211 - 100, y[i] = i * 2654435761u;
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
    a = x[i] < a ? x[i] : a;
    b = b > x[i] ? x[i] : b;
    c = c <= x[i] ? c : x[i];
    d = x[i] >= d ? d : x[i];
    e = x[i] > e ? x[i] : e;
    f = f >= x[i] ? f : x[i];
    g = g < x[i] + i ? x[i] + i : g;
    low = y[i] < low ? y[i] : low;
    high = high < y[i] ? y[i] : high;
    wide = x[i] < wide ? x[i] : wide;
    far = far > x[i] ? far : x[i];
  }
  long results[] = {a, b, c, d, e, f, g, low, high, wide, far};
  SHOW_INTEGERS("results", results, 11);
}
