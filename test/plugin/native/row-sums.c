// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// An unrolled row of integers is summed up as vectors of the row: no elements
// of several rows are gathered. What lies side by side in the loop still makes
// vectors of iterations.
// RUN: %clang %plugin -w -fplugin-arg-twofold-no-opencl -O2 -march=x86-64-v4 -fno-discard-value-names -S -emit-llvm %s -o - | %FileCheck %s

// CHECK-LABEL: define internal {{.*}}void @twofold_native_rows_0(
// CHECK-NOT: masked.gather
// CHECK: vector.reduce.add
// CHECK-NOT: masked.gather
// CHECK: ret void
void rows(int n, const int *x, const int *h, int *y) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    int s = 0;
    for (int k = 0; k < 16; ++k)
      s += x[i * 16 + k] * h[k];
    y[i] = s;
  }
}

// CHECK-LABEL: define internal {{.*}}void @twofold_native_columns_1(
// CHECK: vector.body:
// CHECK: load <{{[0-9]+}} x i32>
// CHECK: ret void
void columns(int n, const int *x, const int *h, int *y) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    int s = 0;
    for (int k = 0; k < 12; ++k)
      s += x[k * 1000 + i] * h[k];
    y[i] = s;
  }
}
