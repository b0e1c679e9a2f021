// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A C89 induction variable has the exiting index afterwards, or its end.
// RUN: %conform %s %t
#include "show.h"
static int stop(const int *a, int n, int x, int step) {
  int i;
#pragma twofold parallel for
  for (i = 1; i < n; i += step)
    if (a[i] == x)
      break;
  return i;
}

int main(void) {
  static int a[1000];
  for (int i = 0; i < 1000; ++i)
    a[i] = i / 3;
  for (int n = 0; n < 1001; n += 250)
    for (int x = 0; x < 200; x += 71)
      printf("%d %d\n", stop(a, n, x, 1), stop(a, n, x, 7));
}
