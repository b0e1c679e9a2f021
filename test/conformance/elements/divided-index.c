// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// a[i / 4] and a[i & 7]: iterations share elements by arithmetic.
// RUN: %conform %s %t
#include "show.h"

enum { N = 333 };

int main(void) {
  static int quarter[N / 4 + 1], last[8];
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
    quarter[i / 4] += i;
    last[i & 7] += i >> 3;
  }
  SHOW_INTEGERS("quarter", quarter, N / 4 + 1);
  SHOW_INTEGERS("last", last, 8);
}
