// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Last values, as far as the exiting iteration assigned them.
// RUN: %conform %s %t
#include "show.h"
int main(void) {
  static int a[600];
  for (int i = 0; i < 600; ++i)
    a[i] = i * 5 % 601;
  for (int x = 0; x < 700; x += 100) {
    int seen = -1;
#pragma twofold parallel for lastprivate(seen)
    for (int i = 0; i < 600; ++i) {
      seen = a[i] + 1;
      if (seen == x)
        break;
    }
    SHOW_INTEGER(seen);
  }
}
