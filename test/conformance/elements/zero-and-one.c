// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// No iteration, and only one.
// RUN: %conform %s %t
#include "show.h"

static int h[3] = {1, 2, 3};

static void run(const int *a, int n) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    h[a[i]] += 5;
}

int main(void) {
  static int a[4] = {2, 1, 1, 0};
  run(a, 0);
  SHOW_INTEGERS("none", h, 3);
  run(a, 1);
  SHOW_INTEGERS("one", h, 3);
  run(a, 4);
  SHOW_INTEGERS("all", h, 3);
}
