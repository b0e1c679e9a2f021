// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Numbers that iterations change by atomic functions and read plainly have the
// values of the serial loop.
// RUN: %e2e %s %t --native
#include <stdio.h>
static int add(int *x) { return __sync_fetch_and_add(x, 1); }
int main(void) {
  int n = 20000, x = 0, y = 0;
  long s = 0, t = 0;
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    __sync_fetch_and_add(&x, 1);
    if (x % 3 == 0)
      s += i;
  }
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    add(&y);
    t += (long)y * i % 7;
  }
  printf("%d %ld %d %ld\n", x, s, y, t);
  return 0;
}
