// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Exits in both arms of a condition, and behind a continue.
// RUN: %conform %s %t
#include "show.h"
static int kind(const int *a, int n) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    if (a[i] % 3 == 0)
      continue;
    if (a[i] % 3 == 1) {
      if (a[i] < 400)
        continue;
      else
        return i;
    } else if (a[i] > 300) {
      int twice = a[i] * 2;
      if (twice % 4)
        return twice;
      else
        return -twice;
    }
  }
  return 0;
}

int main(void) {
  static int a[600];
  for (int step = 1; step < 12; step += 2) {
    for (int i = 0; i < 600; ++i)
      a[i] = i * step % 512;
    SHOW_INTEGER(kind(a, 600));
  }
}
