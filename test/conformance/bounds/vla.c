// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Arrays whose lengths are known at run time.
// RUN: %conform %s %t
#include "errors.h"
#include "show.h"

static void run(int n, int m) {
  double a[n][m], *p = &a[0][0];
  int at[n];
  for (int i = 0; i < n * m; ++i)
    p[i] = i;
  for (int i = 0; i < n; ++i)
    at[i] = (i * 5 + 1) % m;
#pragma twofold parallel for bounds
  for (int i = 0; i < n; ++i)
    a[i][at[i]] *= 2;
  for (int i = 0; i < n * m; ++i)
    printf(" %g", p[i]);
  printf("\n");
  at[2] = m;
  VIOLATES(a, m, m, 24)
#pragma twofold parallel for bounds
  for (int i = 0; i < n; ++i)
    a[i][at[i]] = 0;
  VIOLATED();
  VIOLATES(a, (n + 1) * m - 1, n * m, 30)
#pragma twofold parallel for bounds
  for (int i = 0; i <= n; ++i)
    for (int j = 0; j < 9; ++j)
      a[i][j] = 0;
  VIOLATED();
}

int main(void) { run(6, 9); }
