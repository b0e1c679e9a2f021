// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Inner loops of all kinds whose variables are declared outside.
// RUN: %conform %s %t
#include "show.h"

enum { N = 40 };

int main(void) {
  static int y[N];
  int j, k, sum, steps;
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
    sum = 0;
    for (j = 0; j < i % 7; ++j) {
      if (j == 3)
        continue;
      sum += j;
    }
    k = i;
    steps = 0;
    while (k > 1) {
      k = k % 2 ? 3 * k + 1 : k / 2;
      if (++steps > 50)
        break;
    }
    do
      sum *= 2;
    while (sum > 0 && sum < 20);
    y[i] = sum * 1000 + steps + j;
  }
  SHOW_INTEGERS("y", y, N);
}
