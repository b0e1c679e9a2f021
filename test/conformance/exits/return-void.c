// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// return from a function without a value.
// RUN: %conform %s %t
#include "show.h"
static int touched = -1;

static void find(const int *a, int n) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    if (a[i] < 0) {
      touched = i;
      return;
    }
  touched = n;
}

int main(void) {
  static int a[900];
  a[300] = a[301] = a[899] = -1;
  int ends[] = {0, 1, 300, 301, 900};
  for (int k = 0; k < 5; ++k) {
    find(a, ends[k]);
    SHOW_INTEGER(touched);
  }
}
