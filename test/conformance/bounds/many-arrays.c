// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The message is of the array that is left, among several.
// RUN: %conform %s %t
#include "errors.h"
#include "show.h"

enum { N = 33 };

int main(void) {
  static int at[N];
  static short b[2 * N];
  static double c[N / 2], d[N];
  for (int i = 0; i < N; ++i)
    at[i] = i / 2;
#pragma twofold parallel for bounds
  for (int i = 0; i < N - 1; ++i)
    b[i * 2] = (short)(at[at[i]] + (d[at[i]] > 0) + (i % 3 ? c[at[i]] < 1 : 2));
  SHOW_INTEGERS("b", b, 2 * N);
  VIOLATES(c, N / 2, N / 2, 22)
#pragma twofold parallel for bounds
  for (int i = 0; i < N; ++i)
    d[i] = c[at[i]];
  VIOLATED();
}
