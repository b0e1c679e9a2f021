// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Assigned in every iteration and read after the loop: the last one's value.
// RUN: %conform %s %t
#include "show.h"

enum { N = 101 };

int main(void) {
  static int x[N], y[N];
  int i, last = -1, never = -2, down = 0;
  for (i = 0; i < N; ++i)
    x[i] = i * i % 37;
#pragma twofold parallel for
  for (i = 0; i < N; ++i) {
    last = x[i] + i;
    y[i] = last * 2;
  }
#pragma twofold parallel for
  for (i = 5; i < 5; ++i)
    never = x[i];
#pragma twofold parallel for
  for (i = N - 1; i >= 3; i -= 3)
    down = x[i] * 1000 + i;
  SHOW_INTEGER(last);
  SHOW_INTEGER(never);
  SHOW_INTEGER(down);
  SHOW_INTEGER(i);
  SHOW_INTEGERS("y", y, N);
}
