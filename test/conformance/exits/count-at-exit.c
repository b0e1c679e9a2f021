// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The exit sees what the iterations before it counted.
// RUN: %conform %s %t
#include "show.h"
static int count(const int *a, int n) {
  int seen = 0;
#pragma twofold parallel for reduction(+ : seen)
  for (int i = 0; i < n; ++i) {
    if (a[i] == 0)
      return seen * 2;
    if (a[i] % 2)
      seen += 1;
  }
  return -seen;
}

int main(void) {
  static int a[1000];
  for (int i = 0; i < 1000; ++i)
    a[i] = i + 1;
  SHOW_INTEGER(count(a, 1000));
  a[801] = 0;
  a[400] = 0;
  SHOW_INTEGER(count(a, 1000));
  SHOW_INTEGER(count(a, 400));
}
