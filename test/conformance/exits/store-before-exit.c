// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A store before the exit: the loop runs in order.
// RUN: %conform %s %t --native
#include "show.h"
int main(void) {
  static int a[300], b[300];
  for (int i = 0; i < 300; ++i)
    a[i] = i * 3 % 200;
#pragma twofold parallel for
  for (int i = 0; i < 300; ++i) {
    b[i] = a[i] + 1;
    if (b[i] == 151)
      break;
  }
  SHOW_INTEGERS("b", b, 300);
}
