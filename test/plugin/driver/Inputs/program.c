// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <stdio.h>

int main(void) {
  int squares[100];
  long sum = 0;
#pragma twofold parallel for
  for (int i = 0; i < 100; ++i)
    squares[i] = i * i;
#pragma twofold parallel for reduction(+ : sum)
  for (int i = 0; i < 100; ++i)
    sum += squares[i];
  printf("sum %ld\n", sum);
  return 0;
}
