// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Sums and products of narrow integers wrap as they do serially.
// RUN: %conform %s %t
#include "operators.h"
#include "show.h"

enum { N = 500 };

int main(void) {
  static int x[N];
  VARIABLES(tiny, signed char, 100);
  VARIABLES(byte, unsigned char, 200);
  VARIABLES(narrow, short, 30000);
  unsigned short product = 3;
  for (int i = 0; i < N; ++i)
    x[i] = i * 37 % 101 + 1;
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
    UPDATES(tiny, +, x[i], i % 3);
    UPDATES(byte, *, x[i] | 1, i % 5 == 0);
    UPDATES(narrow, +, x[i] * 300, i % 2);
    product *= x[i] | 1;
  }
  SHOW_UPDATES(tiny);
  SHOW_UPDATES(byte);
  SHOW_UPDATES(narrow);
  SHOW_INTEGER(product);
}
