// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Shared loops that count in other types, and not from zero.
// RUN: %conform %s %t
#include "show.h"

enum { N = 37, M = 23 };

int main(void) {
  static int a[3][N];
  unsigned char top = N;
#pragma twofold parallel for
  for (int i = 0; i < 3; ++i)
    for (unsigned char j = 2; j < top; j += 3)
      a[i][j] = i + j;
  SHOW_INTEGERS("a", a[0], 3 * N);
  unsigned long first = 5;
#pragma twofold parallel for
  for (unsigned i = 0; i < 3; ++i)
    for (unsigned long j = first; j != N; ++j)
      a[i][j] -= (int)(i * j);
  SHOW_INTEGERS("a", a[0], 3 * N);
#pragma twofold parallel for
  for (int i = 0; i < 3; ++i)
    for (short j = N - 1; j > -1; --j)
      a[i][j] ^= j;
  SHOW_INTEGERS("a", a[0], 3 * N);
}
