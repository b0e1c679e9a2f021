// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A function with a parallel loop, called from another parallel loop.
// RUN: %conform %s %t
#include "show.h"

static int section(void) {
  int sum = 0;
#pragma twofold parallel for
  for (int j = 0; j < 10; ++j)
    sum += j;
  return sum;
}

int main(void) {
  int sum = 0;
#pragma twofold parallel for
  for (int i = 0; i < 10; ++i)
    sum += section();
  SHOW_INTEGER(sum);
}
