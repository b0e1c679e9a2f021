// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Subscripts that are read from memory, all in range.
// RUN: %conform %s %t
#include "show.h"

enum { N = 500 };

int main(void) {
  static int from[N], to[N], at[N];
  for (int i = 0; i < N; ++i) {
    from[i] = i * 7;
    at[i] = (i * 123) % N;
  }
#pragma twofold parallel for bounds
  for (int i = 0; i < N; ++i)
    to[at[i]] = from[at[N - 1 - i]] + i; // 123 and 500 have no common divisor
  SHOW_INTEGERS("to", to, N);
}
