// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// After an error, the same loop runs as if there had been none.
// RUN: %conform %s %t
#include "errors.h"
#include "show.h"

static void fill(int *a, const int *at, int n) {
#pragma twofold parallel for bounds extent(a, 50) extent(at, 50)
  for (int i = 0; i < n; ++i)
    a[at[i]] = a[at[i]] * 2 + i;
}

int main(void) {
  int a[50] = {0}, at[50];
  for (int i = 0; i < 50; ++i)
    at[i] = 49 - i;
  fill(a, at, 50);
  at[49] = 999;
  VIOLATES(a, 999, 50, 10)
  fill(a, at, 50);
  VIOLATED();
  for (int i = 0; i < 50; ++i)
    a[i] = i;
  at[49] = 0;
  fill(a, at, 50);
  VIOLATES(at, 50, 50, 10)
  fill(a, at, 51);
  VIOLATED();
  SHOW_INTEGERS("a", a, 50);
}
