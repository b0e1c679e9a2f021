// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// return of a pointer into the array.
// RUN: %conform %s %t
#include "show.h"
static const float *find(const float *a, long n, float x) {
#pragma twofold parallel for
  for (long i = 0; i < n; ++i)
    if (a[i] >= x)
      return &a[i];
  return 0;
}

int main(void) {
  static float a[1000];
  for (int i = 0; i < 1000; ++i)
    a[i] = i * 0.25f;
  const float *none = find(a, 1000, 250);
  SHOW_INTEGER(none == 0);
  SHOW_INTEGER(find(a, 1000, 100) - a);
  SHOW_INTEGER(find(a, 1000, -1) - a);
}
