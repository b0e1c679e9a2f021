// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// return index: the lowest match of several, early, late and none.
// RUN: %conform %s %t
#include "show.h"
int find(const int *a, int n, int x) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    if (a[i] == x)
      return i;
  return -1;
}

int main(void) {
  static int a[1000];
  for (int i = 0; i < 1000; ++i)
    a[i] = (i * 37) % 101;
  for (int n = 0; n <= 1000; n = n < 3 ? n + 1 : n + 331)
    for (int x = 0; x < 102; x += 29)
      printf("%d %d: %d\n", n, x, find(a, n, x));
}
