// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// argv: how far the first loop goes, and one of the second one's subscripts.
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv) {
  static int a[100], at[100];
  int n = argc > 1 ? atoi(argv[1]) : 100;
  at[50] = argc > 2 ? atoi(argv[2]) : 0;
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    a[i] = i;
#pragma twofold parallel for
  for (int i = 0; i < 100; ++i)
    a[at[i]] = 1;
  puts("the end");
  return a[3] == 4;
}
