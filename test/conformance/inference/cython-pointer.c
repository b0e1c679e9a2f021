// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A pointer is assigned in every iteration and followed after the loop.
// RUN: %conform %s %t --native
#include "show.h"

int main(void) {
  double values[10] = {4, 3}, *f = 0, *g = 0;
#pragma twofold parallel for
  for (int i = 0; i < 10; ++i) {
    f = &values[0];
    if (i % 3 == 1)
      g = &values[i / 7];
  }
  SHOW_FLOAT(*f);
  SHOW_FLOAT(*g);
}
