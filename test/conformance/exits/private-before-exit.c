// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A private variable that decides about the exit; the last value of another.
// RUN: %conform %s %t
#include "show.h"
int main(void) {
  static int a[1000], b[1000];
  for (int i = 0; i < 1000; ++i)
    a[i] = i * 13 % 1001;
  for (int x = 0; x < 1100; x += 333) {
    int t, last = -1;
#pragma twofold parallel for private(t) lastprivate(last)
    for (int i = 0; i < 1000; ++i) {
      t = a[i] / 2;
      if (t * 2 + 1 == x)
        break;
      last = t + i;
      b[i] = t;
    }
    SHOW_INTEGER(last);
  }
  SHOW_INTEGERS("b", b, 1000);
}
