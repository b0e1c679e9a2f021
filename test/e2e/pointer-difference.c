// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Differences and comparisons of pointers into one array.
// RUN: %e2e %s %t --native
#include "Inputs/show.h"

int main(void) {
  enum { n = 100 };
  int a[n], c[n] = {0};
  for (int i = 0; i < n; ++i)
    a[i] = i * 3;
  const int *end = a + n, *middle = &a[50];
#pragma twofold parallel for
  for (const int *p = a; p < end; ++p)
    c[p - a] = *p + (int)(end - p) + (p < middle);
  SHOW_INTEGERS("c", c, n);
}
