// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the bounds came from is given new values in the body.
// RUN: %conform %s %t
#include "show.h"

int main(void) {
  int start = 0, stop = 10, step = 2, sum = 0;
  const int from = start, to = stop, by = step;
#pragma twofold parallel for
  for (int i = from; i < to; i += by) {
    start = -2;
    stop = 2;
    step = 0;
    sum += i;
  }
  int results[] = {start, stop, step, sum};
  SHOW_INTEGERS("results", results, 4);
}
