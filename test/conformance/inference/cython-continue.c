// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// `continue` in front of a store and in front of a sum.
// RUN: %conform %s %t
#include "show.h"

int main(void) {
  int p[10] = {0}, sum = 0;
#pragma twofold parallel for
  for (int i = 0; i < 10; ++i) {
    if (i % 2 != 0)
      continue;
    p[i] = i;
  }
#pragma twofold parallel for
  for (int i = 0; i < 10; ++i) {
    if (i % 2)
      continue;
    sum += i;
  }
  SHOW_INTEGERS("p", p, 10);
  SHOW_INTEGER(sum);
}
