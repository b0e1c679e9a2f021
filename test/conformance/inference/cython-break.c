// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The variable where the loop was left, and whether it ran to its end.
// RUN: %conform %s %t
#include "show.h"

int main(void) {
  int i, j, first = 0, second = 0, whole = 1;
#pragma twofold parallel for
  for (i = 0; i < 10; ++i)
    if (i == 8)
      break;
  printf("%d %s\n", i, i == 10 ? "whole" : "left");
#pragma twofold parallel for num_threads(2)
  for (i = 0; i < 10; ++i) {
    int at = -1;
    for (j = 0; j < 10; ++j)
      if (i == 6 && j == 7) {
        at = j;
        break;
      }
    if (at < 0)
      continue;
    first = i;
    second = at;
    whole = 0;
    break;
  }
  int results[] = {i, first, second, whole};
  SHOW_INTEGERS("results", results, 4);
}
