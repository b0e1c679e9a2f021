// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A function that returns a reference.
// RUN: %conform %s %t
#include "show.h"
static int none = -7;

static int &first(int *a, int n, int above) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    if (a[i] > above)
      return a[i];
  return none;
}

int main() {
  static int a[600];
  for (int i = 0; i < 600; ++i)
    a[i] = i % 77;
  first(a, 600, 75) = 1000;
  first(a, 600, 75) += 1;
  first(a, 10, 75) -= 1;
  SHOW_INTEGERS("a", a, 600);
  SHOW_INTEGER(none);
}
