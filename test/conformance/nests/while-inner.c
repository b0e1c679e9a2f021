// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The inner loop is a while.
// RUN: %conform %s %t
#include "show.h"

enum { N = 37, M = 23 };

int main(void) {
  static int steps[N];
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
    unsigned long x = i + 1;
    int count = 0;
    while (x != 1) {
      x = x % 2 ? 3 * x + 1 : x / 2;
      ++count;
    }
    steps[i] = count;
  }
  SHOW_INTEGERS("steps", steps, N);
}
