// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The annotated loop's own iterations run in blocks: as columns of the loops
// inside it, or as sums side by side, each in its order and in a register.
// RUN: %clang %plugin -w -fplugin-arg-twofold-no-opencl -O2 -march=x86-64-v3 -fno-unroll-loops -S -emit-llvm %s -o - | %FileCheck %s
// RUN: %clang %plugin -w -fplugin-arg-twofold-no-opencl -O2 -march=x86-64-v3 -fplugin-arg-twofold-schedule=none -S -emit-llvm %s -o - | %FileCheck --check-prefix=WRITTEN %s
// RUN: %clang %plugin -w -fplugin-arg-twofold-no-opencl -O2 -fsave-optimization-record -foptimization-record-file=%t.yaml -c %s -o %t.o
// RUN: %FileCheck --check-prefix=TOLD --input-file=%t.yaml %s
// TOLD-DAG: the loop over ''i'' runs innermost, in blocks of 1024 iterations
// TOLD-DAG: 8 iterations of ''i'' run side by side, each with its sums in their order
// TOLD-DAG: 4 iterations of ''i'' run side by side, each with its sums in their order
// WRITTEN-NOT: alloca [1024 x float]
// WRITTEN-NOT: @llvm.arithmetic.fence

// CHECK-LABEL: define internal {{.*}}void @twofold_native_columns_0(
// CHECK: alloca [1024 x float], align 64
// CHECK: call <8 x float> @llvm.fmuladd.v8f32
// CHECK: ret void
void columns(int n, int m, float *y, const float *a, const float *x) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j)
      y[i] += a[j * n + i] * x[j];
}

// CHECK-LABEL: define internal {{.*}}void @twofold_native_rows_1(
// CHECK-COUNT-8: call float @llvm.arithmetic.fence
// CHECK-NOT: @llvm.arithmetic.fence
// CHECK: ret void
void rows(int n, int m, float *y, const float *a, const float *x) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j)
      y[i] = y[i] + a[i * m + j] * x[j];
}

// Two sums of four rows are as many additions at once.
// CHECK-LABEL: define internal {{.*}}void @twofold_native_two_2(
// CHECK-COUNT-8: call float @llvm.arithmetic.fence
// CHECK-NOT: @llvm.arithmetic.fence
// CHECK: ret void
void two(int n, int m, float *y, const float *a, const float *b,
         const float *x) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    float s = 0, t = 0;
    for (int j = 0; j < m; ++j) {
      s += a[i * m + j] * x[j];
      t = b[i * m + j] * x[j] + t;
    }
    y[i] = s - t;
  }
}

// Rounds store something else, too; an order that is free.
// CHECK-LABEL: define internal {{.*}}void @twofold_native_stored_3(
// CHECK-COUNT-8: call float @llvm.arithmetic.fence
// CHECK-NOT: @llvm.arithmetic.fence
// CHECK-LABEL: define internal {{.*}}void @twofold_native_free_4(
// CHECK-NOT: @llvm.arithmetic.fence
// CHECK: ret void
void stored(int n, int m, float *y, float *a, const float *x) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) {
      y[i] += x[j];
      a[i * m + j] = x[j];
    }
}
void free(int n, int m, int *y, const int *a, const int *x) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j)
      y[i] += a[i * m + j] * x[j];
}

// The sum stands in the array that the rounds read; what all iterations read may
// be far apart.
// CHECK-LABEL: define internal {{.*}}void @twofold_native_factor_5(
// CHECK-COUNT-8: call double @llvm.arithmetic.fence
// CHECK-NOT: @llvm.arithmetic.fence
// CHECK-LABEL: define internal {{.*}}void @twofold_native_far_6(
// CHECK-COUNT-8: call double @llvm.arithmetic.fence
// CHECK-NOT: @llvm.arithmetic.fence
// CHECK: ret void
void factor(int n, int j, double (*a)[400]) {
#pragma twofold parallel for
  for (int i = j + 1; i < n; ++i) {
    for (int k = 0; k < j; ++k)
      a[i][j] -= a[i][k] * a[j][k];
    a[i][j] /= a[j][j];
  }
}
void far(int n, int j, double (*a)[400]) {
#pragma twofold parallel for
  for (int i = j + 1; i < n; ++i) {
    double s = a[i][j];
    for (int k = 0; k < j; ++k)
      s -= a[i][k] * a[k][j];
    a[i][j] = s / a[j][j];
  }
}
