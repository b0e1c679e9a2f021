/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Blocks, declarations first, and macros, as C89 has them. */
/*
RUN: %conform %s %t -std=c89
*/
#include "show.h"
#define FIND(a, n, x, at)                                                      \
  for (at = 0; at < (n); at++) {                                               \
    int value;                                                                 \
    value = (a)[at];                                                           \
    if (value == (x))                                                          \
      break;                                                                   \
  }

int main(void) {
  static int a[300];
  int i, x;
  for (i = 0; i < 300; i++)
    a[i] = i * 11 % 301;
  for (x = 0; x < 320; x += 53) {
#pragma twofold parallel for
    FIND(a, 300, x, i)
    printf("%d at %d\n", x, i);
  }
  return 0;
}
