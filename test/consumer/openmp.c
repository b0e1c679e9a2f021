// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <stdio.h>
int main(void) {
  float y[100];
#pragma omp parallel for
  for (int i = 0; i < 100; ++i)
    y[i] = 2 * i;
  puts(y[99] == 198 ? "right" : "wrong");
}
