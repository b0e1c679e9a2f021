/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include <stdio.h>

int main(void) {
  static int a[1000];
  int at = -1;
  a[900] = 1;
#pragma twofold parallel for
  for (int i = 0; i < 1000; ++i)
    if (a[i]) {
      at = i;
      break;
    }
  printf("found at %d\n", at);
  return 0;
}
