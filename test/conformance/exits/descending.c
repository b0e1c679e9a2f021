// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Steps downwards: lowest means first in the loop's order.
// RUN: %conform %s %t
#include "show.h"
int main(void) {
  static short a[1000];
  a[10] = a[500] = a[777] = 1;
  int at = -1, far = -1;
#pragma twofold parallel for
  for (int i = 999; i >= 0; --i)
    if (a[i]) {
      at = i;
      break;
    }
#pragma twofold parallel for
  for (unsigned char i = 250; i > 5; i -= 5)
    if (a[i * 2]) {
      far = i;
      break;
    }
  SHOW_INTEGER(at);
  SHOW_INTEGER(far);
}
