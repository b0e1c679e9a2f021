/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* C89: the induction variable is declared before the loop and has its final
 * value after it. */
/* RUN: %e2e %s %t -std=c89 -pedantic
 * RUN: %e2e %s %t -std=gnu89
 */
#include "Inputs/show.h"

int main(void) {
  int a[64], i, j, n = 64, t;
  long sum = 0;
#pragma twofold parallel for
  for (i = 0; i < n; i++)
    a[i] = i;
  SHOW_INTEGER(i);
#pragma twofold parallel for private(j, t)
  for (i = n - 1; i >= 0; i -= 3)
    for (j = 0; j < 5; ++j) {
      t = i * j;
      a[i] += t;
    }
  SHOW_INTEGER(i);
#pragma twofold parallel for reduction(+ : sum)
  for (i = 10; i < n; i += 7)
    sum += a[i];
  SHOW_INTEGER(i);
  SHOW_INTEGERS("a", a, n);
  SHOW_INTEGER(sum);
  return 0;
}
