// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Variables that lambdas change where nobody can tell how: iterations run in
// order, and the results are the serial ones.
// RUN: %conform %s %t --native
#include "show.h"

enum { N = 200 };

int main() {
  static int x[N], y[N];
  int state = 0;
  unsigned s = 1, t = 1, once = 7;
  for (int i = 0; i < N; ++i)
    x[i] = i * 43 % 19;
  auto outside = [&](int e) { t = t * 3 + e; return t; };
  auto counting = [state](int e) mutable { return state += e; };
#pragma twofold parallel for
  for (int i = 0; i < N; ++i)
    [&] { s = s * 5 + x[i]; }();
#pragma twofold parallel for
  for (int i = 0; i < N; ++i)
    y[i] = outside(x[i]);
#pragma twofold parallel for
  for (int i = 0; i < N; ++i)
    y[i] += counting(x[i]);
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
    auto inside = [&](int e) {
      if (e > 3)
        once = once * 2 + e;
    };
    inside(x[i]);
  }
  unsigned results[] = {s, t, once};
  SHOW_INTEGERS("results", results, 3);
  SHOW_INTEGERS("y", y, N);
}
