// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the statements in C of the page on memory stand among.
#include <stdio.h>
#include <twofold/twofold.h>

int main(void) {
  enum { n = 1000 };
  static float a[n];
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    a[i] = 1;
#include "part-0.c"
}
