// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Four iterations of an independent loop run through its inner loop together,
// where that computes sums of neighbours that have no order.
// RUN: %clang %plugin -w -fplugin-arg-twofold-no-opencl -fplugin-arg-twofold-schedule=none -O2 -fno-vectorize -fno-slp-vectorize -fno-unroll-loops -S -emit-llvm %s -o - | %FileCheck %s
// RUN: %clang %plugin -w -fplugin-arg-twofold-no-opencl -fplugin-arg-twofold-schedule=none -O3 -fno-vectorize -fno-slp-vectorize -fno-unroll-loops -S -emit-llvm %s -o - | %FileCheck %s

// CHECK-LABEL: define internal {{.*}}void @twofold_native_product_0(
// CHECK: phi float
// CHECK: phi float
// CHECK: phi float
// CHECK: phi float
// CHECK-COUNT-4: call reassoc float @llvm.fmuladd
// CHECK: br i1
// The rows that are left.
// CHECK: call reassoc float @llvm.fmuladd
// CHECK-NOT: call {{.*}}float @llvm.fmuladd
void product(float *y, const float *a, const float *x, int n, int m) {
#pragma clang fp reassociate(on)
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    float sum = 0;
    for (int k = 0; k < m; ++k)
      sum += a[i * m + k] * x[k];
    y[i] = sum;
  }
}

// In order, in columns, of rows that differ: one after another.
// CHECK-LABEL: define internal {{.*}}void @twofold_native_ordered_1(
// CHECK-COUNT-1: call float @llvm.fmuladd
// CHECK-NOT: call {{.*}}float @llvm.fmuladd
void ordered(float *y, const float *a, const float *x, int n, int m) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    float sum = 0;
    for (int k = 0; k < m; ++k)
      sum += a[i * m + k] * x[k];
    y[i] = sum;
  }
}

// CHECK-LABEL: define internal {{.*}}void @twofold_native_columns_2(
// CHECK-COUNT-1: call reassoc float @llvm.fmuladd
// CHECK-NOT: call {{.*}}float @llvm.fmuladd
void columns(float *y, const float *a, const float *x, int n, int m) {
#pragma clang fp reassociate(on)
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    float sum = 0;
    for (int k = 0; k < m; ++k)
      sum += a[k * n + i] * x[k];
    y[i] = sum;
  }
}

// CHECK-LABEL: define internal {{.*}}void @twofold_native_sparse_3(
// CHECK-COUNT-1: call reassoc float @llvm.fmuladd
// CHECK-NOT: call {{.*}}float @llvm.fmuladd
void sparse(float *y, const float *a, const float *x, const int *first, int n) {
#pragma clang fp reassociate(on)
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    float sum = 0;
    for (int k = first[i]; k < first[i + 1]; ++k)
      sum += a[k] * x[k];
    y[i] = sum;
  }
}
