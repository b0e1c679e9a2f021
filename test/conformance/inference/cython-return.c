// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// `return` out of a parallel loop, and what comes after it otherwise.
// RUN: %conform %s %t
#include "show.h"

static int find(int n, int key) {
  int i;
#pragma twofold parallel for
  for (i = 0; i < n; ++i)
    if (i == key)
      return i;
  return -1;
}

int main(void) {
  int results[] = {find(10, 8), find(10, 80), find(0, 0), find(1, 0)};
  SHOW_INTEGERS("results", results, 4);
}
