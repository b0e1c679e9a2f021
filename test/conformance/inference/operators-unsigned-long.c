// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// + * & | ^ on unsigned long, as a compound assignment, spelled out with the variable
// on either side, and under conditions.
// RUN: %conform %s %t
#include "operators.h"
#include "show.h"

enum { N = 150 };

int main(void) {
  static unsigned long x[N];
  VARIABLES(sum, unsigned long, 3);
  VARIABLES(product, unsigned long, 1);
  VARIABLES(all, unsigned long, -1);
  VARIABLES(any, unsigned long, 0);
  VARIABLES(odd, unsigned long, 5);
  for (int i = 0; i < N; ++i)
    x[i] = i * 37 % 101 + 1;
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
    UPDATES(sum, +, x[i], x[i] > 40);
    UPDATES(product, *, i % 10 ? 1 : 3, i % 20 == 0);
    UPDATES(all, &, x[i] | 96, i % 3);
    UPDATES(any, |, x[i] & 18, x[i] == 16);
    UPDATES(odd, ^, x[i], i % 7 == 2);
  }
  SHOW_UPDATES(sum);
  SHOW_UPDATES(product);
  SHOW_UPDATES(all);
  SHOW_UPDATES(any);
  SHOW_UPDATES(odd);
}
