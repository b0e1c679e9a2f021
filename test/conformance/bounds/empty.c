// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Extents of zero, and loops that do not run.
// RUN: %conform %s %t
#include "errors.h"
#include "show.h"

int main(void) {
  int nothing[1] = {7}, *a = nothing, n = 0, zero = 0;
  static int at[4];
#pragma twofold parallel for bounds extent(a, n)
  for (int i = 0; i < n; ++i)
    a[i] = at[i];
  VIOLATES(a, 0, 0, 16)
#pragma twofold parallel for bounds extent(a, n)
  for (int i = 0; i < 4; ++i)
    a[at[i]] = 1;
  VIOLATED();
  VIOLATES(a, 0, 0, 21)
#pragma twofold parallel for bounds extent(a, n)
  for (int i = 0; i < 1 + zero; ++i)
    a[i] = 2;
  VIOLATED();
  SHOW_INTEGERS("nothing", nothing, 1);
}
