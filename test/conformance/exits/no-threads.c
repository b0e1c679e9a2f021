// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// if(0) and loops of one iteration.
// RUN: %conform %s %t --native
#include "show.h"
static int find(const int *a, int n, int x) {
#pragma twofold parallel for if (0)
  for (int i = 0; i < n; ++i)
    if (a[i] == x)
      return i;
  return -1;
}

int main(void) {
  int a[40];
  for (int i = 0; i < 40; ++i)
    a[i] = i / 2;
  SHOW_INTEGER(find(a, 40, 7));
  SHOW_INTEGER(find(a, 1, 0));
  SHOW_INTEGER(find(a, 1, 1));
}
