// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Stores behind the exit: those of iterations before it, and no other.
// RUN: %conform %s %t
#include "show.h"
int main(void) {
  static int a[1000], b[1000];
  for (int stop = 0; stop < 1200; stop += 333) {
    for (int i = 0; i < 1000; ++i)
      a[i] = i, b[i] = -1;
    int twice = 0;
#pragma twofold parallel for
    for (int i = 0; i < 1000; ++i) {
      int v = a[i];
      if (v == stop) {
        twice = 2 * v;
        break;
      }
      int w = v * 3;
      b[i] = w + v;
    }
    SHOW_INTEGER(twice);
    SHOW_INTEGERS("b", b, 1000);
  }
}
