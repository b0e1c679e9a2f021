// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// sum.c
#include <stdio.h>

int main(void) {
  enum { n = 1000000 };
  static int x[n];
  for (int i = 0; i < n; ++i)
    x[i] = i % 10;
  long sum = 0;
  int most = 0, at = -1;
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    sum += x[i];
    if (x[i] > most) {
      most = x[i];
      at = i;
    }
  }
  printf("%ld, most %d at %d\n", sum, most, at);
}
