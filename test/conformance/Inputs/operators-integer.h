/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* + * & | ^ on the integer type that is called `number`. */
#include "operators.h"
#include "show.h"

enum { N = 150 };

int main(void) {
  static number x[N];
  VARIABLES(sum, number, 3);
  VARIABLES(product, number, 1);
  VARIABLES(all, number, -1);
  VARIABLES(any, number, 0);
  VARIABLES(odd, number, 5);
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
