// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* The plainest C. */
// RUN: %conform %s %t --races-unseen -std=c89 -Wno-comment
#include "errors.h"
#include "show.h"

int main(void) {
  static int a[30], at[30];
  int i;
  for (i = 0; i < 30; ++i)
    at[i] = 29 - i;
#pragma twofold parallel for bounds
  for (i = 0; i < 30; ++i)
    a[at[i]] = i;
  printf("%d\n", i);
  SHOW_INTEGERS("a", a, 30);
  at[7] = 30;
  VIOLATES(a, 30, 30, 21)
#pragma twofold parallel for bounds
  for (i = 0; i < 30; ++i)
    a[at[i]] = i;
  VIOLATED();
}
