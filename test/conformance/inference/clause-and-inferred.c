// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Declared and inferred variables in one loop.
// RUN: %conform %s %t
#include "show.h"

enum { N = 160 };

int main(void) {
  static int x[N], y[N];
  int declared = 1, inferred = 2, given = 3, found = -1, t = 9, u = 9, last = 0;
  for (int i = 0; i < N; ++i)
    x[i] = i * 71 % 83;
#pragma twofold parallel for reduction(+ : declared) reduction(max : given) \
    private(t) lastprivate(last)
  for (int i = 0; i < N; ++i) {
    t = x[i] * 2;
    u = t + 1;
    declared += t;
    inferred += u;
    given = x[i] > given ? x[i] : given;
    if (x[i] == 40)
      found = i;
    last = u - t + i;
    y[i] = u;
  }
  int results[] = {declared, inferred, given, found, u, last};
  SHOW_INTEGERS("results", results, 6);
  SHOW_INTEGERS("y", y, N);
}
