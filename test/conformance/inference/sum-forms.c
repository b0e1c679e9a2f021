// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Every way to write a sum: += -= ++ -- and the spelled-out forms.
// RUN: %conform %s %t
#include "show.h"

enum { N = 300 };

int main(void) {
  static int x[N];
  int a = 1, b = 2, c = 3, d = 4, e = 5, f = 6;
  long wide = -7;
  for (int i = 0; i < N; ++i)
    x[i] = i * 17 % 41 - 20;
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
    a += x[i];
    a -= 2 * x[i];
    b = b + x[i];
    c = x[i] + c;
    d = d - x[i] + 1;
    e = (x[i] + e) - i;
    e++;
    --f;
    if (x[i] > 0)
      f -= x[i];
    wide = x[i] + (wide + i);
  }
  int results[] = {a, b, c, d, e, f};
  SHOW_INTEGERS("results", results, 6);
  SHOW_INTEGER(wide);
}
