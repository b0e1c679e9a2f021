// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Globals, file-scope and function-scope statics as reductions, private and
// last values; what others see afterwards.
// RUN: %conform %s %t
#include "show.h"

enum { N = 160 };

int total = 5;
static double weight;
static int temporary, last_seen = -1;

static void show_all(void) {
  printf("%d %a %d\n", total, weight, last_seen);
}

int main(void) {
  static int x[N], y[N], calls = 2, low;
  low = 1000;
  for (int i = 0; i < N; ++i)
    x[i] = i * 71 % 83 + 1;
  for (int round = 0; round < 3; ++round) {
#pragma twofold parallel for
    for (int i = 0; i < N; ++i) {
      temporary = x[i] + round;
      total += temporary;
      weight += temporary * 0.5;
      ++calls;
      if (x[i] < low)
        low = x[i];
      if (x[i] == 9 - round)
        last_seen = i;
      y[i] = temporary;
    }
    show_all();
  }
  SHOW_INTEGER(temporary);
  SHOW_INTEGER(calls);
  SHOW_INTEGER(low);
  SHOW_INTEGERS("y", y, N);
}
