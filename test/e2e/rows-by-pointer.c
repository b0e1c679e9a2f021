// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Rows of an array that a pointer leads to. Where subscripts stay within the
// rows no two iterations meet; where they run into the next plane some do,
// which the call finds.
// RUN: %e2e %s %t --native
// RUN: %clang %plugin -Werror=pass-failed -O1 %s -o %t %runtime_flags
// RUN: env TWOFOLD_DEVICE=native TWOFOLD_INFO=2 %t 2>&1 >%t.out | %FileCheck %s
// RUN: env TWOFOLD_DEVICE=native TWOFOLD_INFO=2 %t within 2>&1 >%t.out | not grep "in order"
#include <stdio.h>

enum { Side = 13 };
static double Grid[Side][Side][Side][5];

static void scale(double row[5], double by) { row[1] = row[1] * 0.5 + by; }

static void solve(int planes, int rows, double (*grid)[Side][Side][5]) {
  // CHECK: rows-by-pointer.c:[[#@LINE+2]]: runs in order in calls like this one
  #pragma twofold parallel for
  for (int k = 0; k < planes; k++)
    for (int j = 0; j < rows; j++)
      scale(grid[k][j][0], k);
}

int main(int count, char **arguments) {
  (void)arguments;
  for (int t = 0; t < 20; ++t)
    solve(12, 13, Grid);
  if (count == 1)
    for (int t = 0; t < 20; ++t)
      solve(10, 39, Grid);
  double sum = 0;
  for (int i = 0; i < Side * Side * Side * 5; ++i)
    sum = sum * 0.75 + ((double *)Grid)[i];
  printf("%.15g\n", sum);
}
