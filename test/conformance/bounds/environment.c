// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Loops compiled without checks: what can be known before they run is.
// RUN: env TWOFOLD_BOUNDS=1 %conform %s %t
#include "errors.h"
#include "show.h"

enum { N = 70 };

int main(void) {
  static int a[N], at[N];
  int m = N;
  for (int i = 0; i < N; ++i)
    at[i] = (i * 3) % N;
#pragma twofold parallel for
  for (int i = 0; i < N; ++i)
    a[at[i]] = i;
  SHOW_INTEGERS("a", a, N);
  VIOLATES(a, N, N, 21)
#pragma twofold parallel for
  for (int i = 0; i <= m; ++i)
    a[i] = 0;
  VIOLATED();
  SHOW_INTEGERS("a", a, N);
}
