// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Starts, ends and steps of all kinds, also of loops that do not run: which
// numbers are visited, and the last of them.
// RUN: %conform %s %t
#include "show.h"

enum { HALF = 12 };

static void up(int start, int stop, int step) {
  int seen[2 * HALF + 1] = {0}, last = -987, i = -765;
#pragma twofold parallel for num_threads(3)
  for (i = start; i < stop; i += step) {
    last = i;
    seen[i + HALF] = 1;
  }
  SHOW_INTEGERS("up", seen, 2 * HALF + 1);
  printf("%d %d\n", last, i);
}

static void down(int start, int stop, int step) {
  int seen[2 * HALF + 1] = {0}, last = -987, i = -765;
#pragma twofold parallel for num_threads(3)
  for (i = start; i > stop; i -= step) {
    last = i;
    seen[i + HALF] = 1;
  }
  SHOW_INTEGERS("down", seen, 2 * HALF + 1);
  printf("%d %d\n", last, i);
}

int main(void) {
  up(0, 8, 3), up(0, 9, 3), up(0, 10, 3), up(5, -5, 1), up(0, 0, 2);
  down(0, 10, 3), down(0, -10, 3), down(1, -10, 3), down(2, -10, 3);
  down(5, -5, 2);
}
