// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The inner loop is a do.
// RUN: %conform %s %t
#include "show.h"

enum { N = 37, M = 23 };

int main(void) {
  static int digits[N];
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
    int rest = i * i * 97, count = 0;
    do {
      rest /= 10;
      ++count;
    } while (rest);
    digits[i] = count;
  }
  SHOW_INTEGERS("digits", digits, N);
}
