// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Rows of one block have a kernel. Others have none in that call, and the run
// says why; nor have rows that bring iterations together, which run in order.
// REQUIRES: pocl
// RUN: %clang %plugin %include -O1 %s -o %t %runtime_flags
// RUN: env TWOFOLD_DEVICE=cpu TWOFOLD_INFO=1 %t 2>&1 | %FileCheck %s
// RUN: env TWOFOLD_DEVICE=cpu TWOFOLD_ZERO_COPY=0 %t 2>&1 | \
// RUN:   %FileCheck --check-prefix=SUM %s
// RUN: env TWOFOLD_DEVICE=native TWOFOLD_CHECK=1 %t 2>&1 | \
// RUN:   %FileCheck --check-prefixes=CHECKED,SUM %s
#include <stdio.h>
#include <stdlib.h>

enum { N = 64, M = 300, WIDE = 10000 };

static void apart(double **a, double **b) {
#pragma twofold parallel for
  for (int i = 0; i < N; ++i)
    for (int j = 0; j < M; ++j)
      a[i][j] += b[i][j];
}

static void regular(double **a) {
#pragma twofold parallel for
  for (int i = 0; i < N; ++i)
    for (int j = 0; j < M; ++j)
      a[i][j] *= 2;
}

// Two rows are always at one distance.
static void blocks(double **a, int n, int m) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j)
      a[i][j] += j;
}

static void repeated(double **a, double **b, int n) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < M; ++j)
      a[i][j] = b[i][j] + 1;
}

static void swapped(double **a, int n) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < M; ++j)
      a[i][j] -= i;
}

int main(void) {
  static double *a[N], *b[N], block[N][M];
  for (int i = 0; i < N; ++i) {
    a[i] = block[i];
    b[i] = malloc((M + i % 3 * 50) * sizeof *b[i]);
    for (int j = 0; j < M; ++j)
      b[i][j] = i + j;
  }
  apart(a, b);
  regular(a);
  double *two[] = {calloc(WIDE, sizeof *two[0]), calloc(WIDE, sizeof *two[0])};
  blocks(two, 2, WIDE);
  // The last row is what the first one becomes, row by row.
  repeated(a + 1, a, N - 1);
  double *first = a[0];
  a[0] = a[5];
  a[5] = first;
  swapped(a, N);
  double sum = two[0][WIDE - 1] + two[1][1];
  for (int i = 0; i < N; ++i)
    for (int j = 0; j < M; ++j)
      sum += a[i][j] * (i + 1);
  printf("sum %.0f\n", sum);
}
// CHECKED: runs in order in calls like this one, because one iteration writes 'a'
// SUM: sum 186578500
// CHECK: runs in order from this call on, because one iteration writes an array {{.*}} where another one reads an array
// CHECK: sum 186578500
// CHECK-DAG: apart: {{.*}}the rows of 'b' do not lie at one distance; take them from one block of memory
// CHECK-DAG: regular: {{.*}}on pthread
// CHECK-DAG: blocks: {{.*}}the rows of 'a' do not lie in one block of memory that is known
// CHECK-DAG: repeated: {{.*}}iterations of the call depend on each other
// CHECK-DAG: swapped: {{.*}}the rows of 'a' do not lie at one distance
