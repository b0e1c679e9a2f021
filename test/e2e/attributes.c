// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The attribute spelling, the pragma from a macro, and other language modes.
// RUN: %e2e %s %t -std=c23
// RUN: %e2e %s %t -std=c17
// RUN: %e2e %s %t -std=c99
#include "Inputs/show.h"

#define PARALLEL _Pragma("twofold parallel for")
#define DOUBLE_ALL(array, count)                                               \
  PARALLEL for (int i = 0; i < (count); ++i) array[i] *= 2

int main(void) {
  int a[64], n = 64;
  long sum = 0;
  [[twofold::parallel_for]]
  for (int i = 0; i < n; ++i)
    a[i] = i;
  [[twofold::parallel_for, twofold::collapse(2)]]
  for (int i = 0; i < 8; ++i)
    for (int j = 0; j < 8; ++j)
      a[i * 8 + j] += j;
  DOUBLE_ALL(a, n);
  if (n > 3)
    DOUBLE_ALL(a, 10);
  else
    DOUBLE_ALL(a, 20);
#pragma twofold parallel for reduction(+ : sum)
  for (int i = 0; i < n; ++i)
    sum += a[i];
  SHOW_INTEGERS("a", a, n);
  SHOW_INTEGER(sum);
  return 0;
}
