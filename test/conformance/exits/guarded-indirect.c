// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// An exit guards a subscript from memory: such iterations are not tried ahead.
// RUN: %conform %s %t --native
#include "show.h"
#include <limits.h>

static int find(const int *index, const int *a, int n, int x) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    if (index[i] < 0)
      break;
    if (a[index[i]] == x)
      return i;
  }
  return -1;
}

int main(void) {
  static int index[500], a[100];
  for (int i = 0; i < 500; ++i) {
    index[i] = i < 90 ? (i * 7) % 100 : INT_MAX - i;
    a[i % 100] = i % 100;
  }
  index[90] = -1;
  SHOW_INTEGER(find(index, a, 500, 63));
  SHOW_INTEGER(find(index, a, 500, 199));
}
