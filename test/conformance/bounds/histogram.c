// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Updates of elements that iterations share, with a checked subscript.
// RUN: %conform %s %t
#include "errors.h"
#include "show.h"

enum { N = 700, M = 16 };

int main(void) {
  static int h[M], at[N];
  for (int i = 0; i < N; ++i)
    at[i] = (i * i) % M;
#pragma twofold parallel for bounds
  for (int i = 0; i < N; ++i)
    h[at[i]] += i;
  SHOW_INTEGERS("h", h, M);
  at[300] = M;
  VIOLATES(h, M, M, 21)
#pragma twofold parallel for bounds
  for (int i = 0; i < N; ++i)
    h[at[i]] += 1;
  VIOLATED();
}
