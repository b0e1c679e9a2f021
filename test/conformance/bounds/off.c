// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// TWOFOLD_BOUNDS=0: not even a clause checks.
// RUN: env TWOFOLD_BOUNDS=0 %conform %s %t
#include "show.h"

int main(void) {
  static int all[30], at[10];
  int *a = all + 10, n = 12;
  for (int i = 0; i < 10; ++i)
    at[i] = i - 1;
#pragma twofold parallel for bounds device(native)
  for (int i = 0; i < 10; ++i)
    a[at[i]] = i;
#pragma twofold parallel for bounds extent(a, 10) device(native)
  for (int i = 0; i < n; ++i)
    a[i] += 2;
  SHOW_INTEGERS("all", all, 30);
}
