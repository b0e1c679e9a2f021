// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// An exception from the exiting iteration; none from iterations beyond it.
// RUN: %conform %s %t --native
#include "show.h"
#include <stdexcept>

static int check(const int *a, int n) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    if (a[i] < 0) {
      if (a[i] == -2)
        throw std::runtime_error("bad element");
      return i;
    }
  }
  return n;
}

int main() {
  static int a[1000];
  a[400] = -1;
  a[401] = -2;
  SHOW_INTEGER(check(a, 1000));
  a[399] = -2;
  try {
    SHOW_INTEGER(check(a, 1000));
  } catch (const std::runtime_error &e) {
    printf("%s\n", e.what());
  }
  SHOW_INTEGER(check(a, 399));
}
