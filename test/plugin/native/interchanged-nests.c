// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The loop that goes through rows of memory becomes the innermost one, and is
// made of vectors; sums wait in rows of their own.
// RUN: %clang %plugin -w -fplugin-arg-twofold-no-opencl -O2 -march=x86-64-v3 -fplugin-arg-twofold-schedule=interchange -S -emit-llvm %s -o - | %FileCheck %s
// RUN: %clang %plugin -w -fplugin-arg-twofold-no-opencl -O2 -march=x86-64-v3 -fplugin-arg-twofold-schedule=none -S -emit-llvm %s -o - | %FileCheck --check-prefix=WRITTEN %s
// WRITTEN-NOT: alloca [1024 x float]

// A variable of each column.
// CHECK-LABEL: define internal {{.*}}void @twofold_native_product_0(
// CHECK: alloca [1024 x float], align 64
// CHECK: call <8 x float> @llvm.fmuladd.v8f32
// CHECK: ret void
void product(int n, int m, int l, float *c, const float *a, const float *b) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) {
      float s = 0;
      for (int k = 0; k < l; ++k)
        s += a[i * l + k] * b[k * m + j];
      c[i * m + j] = s;
    }
}

// An element of memory.
// CHECK-LABEL: define internal {{.*}}void @twofold_native_scaled_1(
// CHECK: alloca [512 x double], align 64
// CHECK: call <4 x double> @llvm.fmuladd.v4f64
// CHECK: ret void
void scaled(int n, int m, int l, double *c, const double *a, const double *b) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) {
      c[i * m + j] *= 2;
      for (int k = 0; k < l; ++k)
        c[i * m + j] += a[i * l + k] * b[k * m + j];
    }
}

// A short loop, which the optimiser unrolls; a sum in any order of what is near
// already; a condition; what is not to be optimised.
// CHECK-LABEL: define internal {{.*}}void @twofold_native_unrolled_2(
// CHECK-NOT: alloca [1024 x float]
void unrolled(int n, int m, float *c, const float *a, const float *b) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) {
      float s = 0;
      for (int k = 0; k < 4; ++k)
        s += a[i * 4 + k] * b[k * m + j];
      c[i * m + j] = s;
    }
}

void near(int n, int m, int l, float *c, const float *a, const float *b) {
#pragma clang fp reassociate(on)
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) {
      float s = 0;
      for (int k = 0; k < l; ++k)
        s += a[i * (m + l) + j + k] * b[k];
      c[i * m + j] = s;
    }
}

void conditional(int n, int m, int l, float *c, const float *a,
                 const float *b) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) {
      float s = 0;
      for (int k = 0; k < l; ++k)
        if (a[i * l + k] > 0)
          s += b[k * m + j];
      c[i * m + j] = s;
    }
}

__attribute__((optnone)) void asWritten(int n, int m, int l, float *c,
                                        const float *a, const float *b) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) {
      float s = 0;
      for (int k = 0; k < l; ++k)
        s += a[i * l + k] * b[k * m + j];
      c[i * m + j] = s;
    }
}
