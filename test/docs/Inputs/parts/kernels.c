// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the statements in C of the page on kernels stand among.
#include <stdio.h>
#include <twofold/kernel.h>

int main(void) {
  enum { n = 1000 };
  static int x[n];
#include "part-3.c"
  printf("%d\n", x[n - 1]);
}
