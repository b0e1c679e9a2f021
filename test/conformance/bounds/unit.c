// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// All loops of a unit, by an option; one without a kernel, too.
// RUN: %conform %s %t -fplugin-arg-twofold-bounds
#include "errors.h"
#include "show.h"

enum { N = 70 };

int main(void) {
  static int a[N], at[N];
  at[6] = -3;
  VIOLATES(a, -3, N, 16)
#pragma twofold parallel for
  for (int i = 0; i < N; ++i)
    if (at[i] != 0)
      a[at[i]] = i;
  VIOLATED();
  VIOLATES(a, N + 1, N, 21)
#pragma twofold parallel for device(native)
  for (int i = 0; i < N; ++i)
    a[i + 2] = i;
  VIOLATED();
  SHOW_INTEGERS("a", a, N);
}
