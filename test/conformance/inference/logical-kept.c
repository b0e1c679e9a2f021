// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// An int that is neither 0 nor 1 stays as it is where no iteration updates it,
// and becomes 0 or 1 where one does.
// RUN: %conform %s %t
#include "show.h"

enum { N = 80 };

int main(void) {
  static int x[N];
  int a = 5, b = 5, c = 5, d = 5, e = 5;
  for (int i = 0; i < N; ++i)
    x[i] = i % 40;
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
    if (x[i] > 99)
      a = a && x[i];
    if (x[i] > 30)
      b = b && x[i];
    if (x[i] > 99)
      c = c || x[i];
    if (x[i] > 30)
      d = d || x[i] > 99;
    e = x[i] < 99 && e;
  }
  int results[] = {a, b, c, d, e};
  SHOW_INTEGERS("results", results, 5);
}
