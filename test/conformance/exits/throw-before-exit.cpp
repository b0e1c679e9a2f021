// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A body that may throw before its exit runs in order: the lowest wins.
// RUN: %conform %s %t --native
#include "show.h"
static int run(const int *a, int n) {
  try {
#pragma twofold parallel for
    for (int i = 0; i < n; ++i) {
      if (a[i] == 1)
        throw i;
      if (a[i] == 2)
        return i;
    }
  } catch (int at) {
    return -at;
  }
  return n;
}

int main() {
  static int a[300];
  a[200] = 1;
  SHOW_INTEGER(run(a, 300));
  a[150] = 2;
  SHOW_INTEGER(run(a, 300));
  a[40] = 1;
  SHOW_INTEGER(run(a, 300));
}
