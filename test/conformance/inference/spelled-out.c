// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The variable left and right of its operator, and inside longer chains.
// RUN: %conform %s %t
#include "show.h"

enum { N = 100 };

int main(void) {
  static int x[N], y[N];
  int a = 1, b = 2, c = 3, d = -1, e = 0, f = 5;
  for (int i = 0; i < N; ++i)
    x[i] = i * 37 % 101, y[i] = i % 7;
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
    a = x[i] + a;
    b = x[i] + b - y[i];
    c = (x[i] * 2) + (y[i] + c);
    d = d & (x[i] | 64);
    e = y[i] | e | x[i];
    f = x[i] ^ (f ^ y[i]);
  }
  int results[] = {a, b, c, d, e, f};
  SHOW_INTEGERS("results", results, 6);
}
