// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Sums of slices are added up in any order, too: their loops count by numbers that
// each iteration computes alike.
// RUN: rm -rf %t.dir && mkdir %t.dir
// RUN: %clang %plugin %include -fplugin-arg-twofold-dump=%t.dir -fsyntax-only %s
// RUN: cat %t.dir/*rows_0.cl | %FileCheck %s
// RUN: cat %t.dir/*rows_0.access.txt | %FileCheck %s --check-prefix=ACCESS
#include <twofold/sections.h>

void rows(int n, int m, const float *a, const float *x, float *restrict y) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
#pragma twofold slice
    y[i] = twofold_sum(a[i * m:m] * x[0:m]);
  }
}
// CHECK: if (lane == 0 && inside) {
// CHECK: [[RESULT:[a-z_0-9]*]][row] = 0.0f;
// CHECK: barrier(
// CHECK: const long [[LENGTH:__twofold_n[0-9_]+]] = (long)(0 | m);
// CHECK-NEXT: const ulong [[TRIPS:.*trips_]] = inside ? 0 < (long)[[LENGTH]] ?
// CHECK: [[RESULT]][row] = [[RESULT]][row] + {{.*}}_sum_;
// ACCESS: read a: 4 at 4*m*i + 4*axis1
