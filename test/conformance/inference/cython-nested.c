// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Parallel loops in parallel loops: sums of both variables, and the variables
// themselves afterwards.
// RUN: %conform %s %t
#include "show.h"

int main(void) {
  int i = 0, j = 0, x = 0, y = 0, outer = 0, inner = 0;
#pragma twofold parallel for
  for (i = 0; i < 10; ++i) {
#pragma twofold parallel for
    for (j = 0; j < 10; ++j)
      outer += i;
  }
#pragma twofold parallel for
  for (x = 0; x < 10; ++x) {
#pragma twofold parallel for
    for (y = 0; y < 10; ++y)
      inner += y;
  }
  int results[] = {i, j, x, y, outer, inner};
  SHOW_INTEGERS("results", results, 6);
}
