// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// An exit that the first iteration takes.
// RUN: %conform %s %t
#include "show.h"
static int first(const int *a, int n) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    return a[i];
  return -1;
}

int main(void) {
  int a[3] = {7, 8, 9}, seen = 0;
  SHOW_INTEGER(first(a, 0));
  SHOW_INTEGER(first(a, 3));
#pragma twofold parallel for
  for (int i = 2; i >= 0; --i) {
    seen = a[i];
    break;
  }
  SHOW_INTEGER(seen);
}
