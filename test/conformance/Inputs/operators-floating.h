/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* + and * on the floating type that is called `number`. */
#include "operators.h"
#include "show.h"

enum { N = 150 };

int main(void) {
  static number x[N];
  VARIABLES(sum, number, 3);
  VARIABLES(product, number, 1);
  number less = 7, mixed = 0;
  for (int i = 0; i < N; ++i)
    x[i] = i * 37 % 101 + 1;
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
    UPDATES(sum, +, x[i] * 2, x[i] > 40);
    UPDATES(product, *, i % 10 ? 1 : 2, i % 20 == 0);
    less -= x[i];
    less = less - 1;
    mixed += i & 1 ? x[i] : 1;
  }
  SHOW_UPDATES(sum);
  SHOW_UPDATES(product);
  SHOW_FLOAT(less);
  SHOW_FLOAT(mixed);
}
