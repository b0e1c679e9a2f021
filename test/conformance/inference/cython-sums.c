// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Two sums over ten numbers, one by a dynamic schedule, one into an element;
// the C89 induction variable afterwards.
// RUN: %conform %s %t
#include "show.h"

int main(void) {
  long i, j, first = 0, second = 0, third[1] = {0};
#pragma twofold parallel for schedule(dynamic)
  for (i = 0; i < 10; ++i)
    first += i;
#pragma twofold parallel for
  for (j = 0; j < 10; ++j) {
    second += j;
    third[0] += j;
  }
  long results[] = {i, j, first, second, third[0]};
  SHOW_INTEGERS("results", results, 5);
}
