// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Doubles and floats in the condition, NaN included.
// RUN: %conform %s %t
#include "show.h"
#include <math.h>

int main(void) {
  static double a[1000];
  static float b[1000];
  for (int i = 0; i < 1000; ++i) {
    a[i] = i * 0.125 - 30;
    b[i] = (float)(i % 97) / 3;
  }
  a[700] = NAN;
  int zero = -1, nan = -1, above = -1;
#pragma twofold parallel for
  for (int i = 0; i < 1000; ++i)
    if (a[i] * a[i] < 1e-9) {
      zero = i;
      break;
    }
#pragma twofold parallel for
  for (int i = 0; i < 1000; ++i)
    if (a[i] != a[i]) {
      nan = i;
      break;
    }
#pragma twofold parallel for
  for (int i = 0; i < 1000; ++i)
    if (b[i] > 31.9f && a[i] > 0) {
      above = i;
      break;
    }
  SHOW_INTEGER(zero);
  SHOW_INTEGER(nan);
  SHOW_INTEGER(above);
}
