// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A nest that updates a target too large for local memory, and one that fits
// beside a sum.
// RUN: %conform %s %t
#include "show.h"

enum { ROWS = 40, COLUMNS = 45, MANY = 50000, FEW = 6 };

int main(void) {
  static unsigned many[MANY];
  static int few[FEW];
  long sum = 0;
#pragma twofold parallel for collapse(2)
  for (int i = 0; i < ROWS; ++i)
    for (int j = 0; j < COLUMNS; ++j)
      many[(i * COLUMNS + j) % 50 * 997] |= 1u << i % 32;
#pragma twofold parallel for collapse(2) reduction(+ : sum)
  for (int i = 0; i < ROWS; ++i)
    for (int j = 0; j < COLUMNS; ++j) {
      few[(i + j) % FEW] -= i - j;
      sum += i * j;
    }
  for (int k = 0; k < MANY; ++k)
    if (many[k])
      printf("%d %u\n", k, many[k]);
  SHOW_INTEGERS("few", few, FEW);
  printf("%ld\n", sum);
}
