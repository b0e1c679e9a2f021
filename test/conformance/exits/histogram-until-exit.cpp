// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Updates of shared elements behind an exit.
// RUN: %conform %s %t
#include "show.h"
int main() {
  static int a[1000], h[16];
  for (int i = 0; i < 1000; ++i)
    a[i] = i * 11 % 1003;
  int total = 0;
#pragma twofold parallel for
  for (int i = 0; i < 1000; ++i) {
    if (a[i] == 700)
      break;
    h[a[i] % 16] += 1;
    total += a[i];
  }
  SHOW_INTEGERS("h", h, 16);
  SHOW_INTEGER(total);
}
