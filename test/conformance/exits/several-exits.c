// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Several exits of one body: the lowest iteration decides, not the exit.
// RUN: %conform %s %t
#include "show.h"
static int first(const int *a, int n) {
  int code = 0;
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    if (a[i] == 3) {
      code = 10000 + i;
      break;
    }
    if (a[i] == 5)
      return i;
    if (a[i] < 0) {
      if (a[i] == -1)
        return -1 - i;
      else
        break;
    }
  }
  return code + 100000;
}

int main(void) {
  static int a[800];
  for (int i = 0; i < 800; ++i)
    a[i] = 10 + i;
  int at[] = {700, 650, 500, 499, 20, 0}, with[] = {3, 5, -1, -7, 5, 3};
  SHOW_INTEGER(first(a, 800));
  for (int k = 0; k < 6; ++k) {
    a[at[k]] = with[k];
    SHOW_INTEGER(first(a, 800));
  }
}
