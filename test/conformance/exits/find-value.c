// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// break with what was found, in variables that keep their values otherwise.
// RUN: %conform %s %t
#include "show.h"
int main(void) {
  static int a[1000];
  for (int i = 0; i < 1000; ++i)
    a[i] = (i * 7919) % 1000;
  for (int x = 0; x <= 1000; x += 125) {
    int at = -1, next = -2;
#pragma twofold parallel for
    for (int i = 0; i < 999; ++i)
      if (a[i] == x) {
        at = i;
        next = a[i + 1];
        break;
      }
    printf("%d: %d %d\n", x, at, next);
  }
}
