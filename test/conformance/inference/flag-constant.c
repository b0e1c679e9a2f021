// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A constant assigned under a condition, which no iteration reads.
// RUN: %conform %s %t
#include "show.h"

enum { N = 150 };

int main(void) {
  static int x[N];
  int ok = 1, seen = 0, state = 7;
  for (int i = 0; i < N; ++i)
    x[i] = i % 50;
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
    if (x[i] == 49)
      ok = 0;
    if (x[i] == 99)
      seen = 1;
    if (x[i] == 10)
      state = 1;
    else if (x[i] == 12)
      state = 2;
  }
  SHOW_INTEGER(ok);
  SHOW_INTEGER(seen);
  SHOW_INTEGER(state);
}
