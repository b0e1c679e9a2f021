// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The target is indexed by an inner loop: sums of columns.
// RUN: %conform %s %t --races-unseen
#include "show.h"

enum { ROWS = 60, COLUMNS = 23 };

static void columns(float *s, const float *a, int rows, int n) {
#pragma twofold parallel for
  for (int i = 0; i < rows; ++i)
    for (int k = 0; k < n; ++k)
      s[k] += a[i * n + k];
}

int main(void) {
  static float a[ROWS * COLUMNS], s[COLUMNS];
  for (int i = 0; i < ROWS * COLUMNS; ++i)
    a[i] = (float)(i * 13 % 31);
  columns(s, a, ROWS, COLUMNS);
  SHOW_FLOATS("s", s, COLUMNS);
}
