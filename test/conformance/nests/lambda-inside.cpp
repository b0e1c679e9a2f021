// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A lambda with a loop is called in the body.
// RUN: %conform %s %t
#include "show.h"

enum { N = 37, M = 23 };

int main(void) {
  static int a[N];
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
    auto sum = [i](int n) {
      int s = 0;
      for (int j = 0; j < n; ++j)
        s += i * j;
      return s;
    };
    a[i] = sum(M);
  }
  SHOW_INTEGERS("a", a, N);
}
