// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Six iterations of a contraction run side by side: their sums stay in vectors,
// as wide as the processor has them, and what columns read is copied.
// RUN: %clang %plugin -w -fplugin-arg-twofold-no-opencl -O2 -march=x86-64-v4 -S -emit-llvm %s -o - | %FileCheck --check-prefixes=CHECK,WIDE %s
// RUN: %clang %plugin -w -fplugin-arg-twofold-no-opencl -O2 -march=x86-64-v3 -S -emit-llvm %s -o - | %FileCheck --check-prefixes=CHECK,HALF %s
// RUN: %clang %plugin -w -fplugin-arg-twofold-no-opencl -O2 -march=x86-64-v3 -fplugin-arg-twofold-schedule=none -S -emit-llvm %s -o - | %FileCheck --check-prefix=WRITTEN %s
// WRITTEN-NOT: call {{.*}}@aligned_alloc

// CHECK-LABEL: define internal void @twofold_native_transposed_0(
// WIDE-SAME: #[[WIDE:[0-9]+]]
// CHECK: call {{.*}}@aligned_alloc(
// WIDE-COUNT-24: call <16 x float> @llvm.fmuladd.v16f32(
// HALF-COUNT-12: call <8 x float> @llvm.fmuladd.v8f32(
// CHECK: ret void
void transposed(int n, int m, int l, float *c, const float *a, const float *b) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) {
      float s = 0;
      for (int k = 0; k < l; ++k)
        s += a[k * n + i] * b[j * l + k];
      c[i * m + j] = s;
    }
}

// Elements of memory; two sums have half as many rows each.
// CHECK-LABEL: define internal void @twofold_native_sums_1(
// WIDE-COUNT-24: call <8 x double> @llvm.fmuladd.v8f64(
// HALF-COUNT-12: call <4 x double> @llvm.fmuladd.v4f64(
// CHECK: ret void
void sums(int n, int m, int l, double *c, double *d, const double *a,
          const double *b) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) {
      c[i * m + j] = 1;
      d[i * m + j] = 2;
      for (int k = 0; k < l; ++k) {
        c[i * m + j] += a[i * l + k] * b[k * m + j];
        d[i * m + j] -= a[i * l + k] * b[k * m + j];
      }
    }
}

// Columns that differ between iterations; panels that the nest writes;
// integers; bounds of the iteration's own; what stands beside the nest.
// CHECK-LABEL: define internal void @twofold_native_sliding_2(
// CHECK-NOT: call {{.*}}@aligned_alloc
// CHECK: attributes #
void sliding(int n, int m, int l, float *c, const float *a, const float *b) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) {
      float s = 0;
      for (int k = 0; k < l; ++k)
        s += a[i * l + j + k] * b[k];
      c[i * m + j] = s;
    }
}

void integers(int n, int m, int l, int *c, const int *a, const int *b) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) {
      int s = 0;
      for (int k = 0; k < l; ++k)
        s += a[i * l + k] * b[k * m + j];
      c[i * m + j] = s;
    }
}

void triangle(int n, int m, float *c, const float *a, const float *b) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) {
      float s = 0;
      for (int k = 0; k <= i; ++k)
        s += a[i * n + k] * b[k * m + j];
      c[i * m + j] = s;
    }
}

void beside(int n, int m, int l, float *c, float *d, const float *a,
            const float *b) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    d[i] = 0;
    for (int j = 0; j < m; ++j) {
      float s = 0;
      for (int k = 0; k < l; ++k)
        s += a[i * l + k] * b[k * m + j];
      c[i * m + j] = s;
    }
  }
}
// WIDE: attributes #[[WIDE]] = {{{.*}}"min-legal-vector-width"="512"
