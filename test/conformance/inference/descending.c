// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Private, last value and sums of loops that count down, by steps and not at all.
// RUN: %conform %s %t
#include "show.h"

int main(void) {
  static int y[100];
  int t = -5, sum = 0, none = 8;
#pragma twofold parallel for
  for (int i = 99; i >= 0; i -= 3) {
    t = i * 2;
    y[i] = t;
    sum += i;
  }
  int empty = 0;
#pragma twofold parallel for
  for (int i = 0; i < empty; ++i) {
    none = i;
    sum += 1000;
  }
  int results[] = {t, sum, none};
  SHOW_INTEGERS("results", results, 3);
  SHOW_INTEGERS("y", y, 100);
}
