// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Plain products are the runtime's. Six iterations of other contractions run side
// by side: their sums stay in vectors, as wide as the processor has them, and what
// columns read is copied.
// RUN: %clang %plugin -w -fplugin-arg-twofold-no-opencl -O2 -march=x86-64-v4 -S -emit-llvm %s -o - | %FileCheck --check-prefixes=CHECK,WIDE %s
// RUN: %clang %plugin -w -fplugin-arg-twofold-no-opencl -O2 -march=x86-64-v3 -S -emit-llvm %s -o - | %FileCheck --check-prefixes=CHECK,HALF %s
// RUN: %clang %plugin -w -fplugin-arg-twofold-no-opencl -O2 -march=x86-64-v3 -fplugin-arg-twofold-schedule=none -S -emit-llvm %s -o - | %FileCheck --check-prefix=WRITTEN %s
// RUN: rm -rf %t.dir && mkdir %t.dir
// RUN: %clang %plugin -w -fplugin-arg-twofold-no-opencl -O2 -march=x86-64-v3 -fplugin-arg-twofold-dump=%t.dir -fsyntax-only %s
// RUN: cat %t.dir/*sums_1.native.c | %FileCheck --check-prefix=ROWS %s
// WRITTEN-NOT: call {{.*}}@aligned_alloc
// WRITTEN-NOT: call {{.*}}@twofold_multiply

// Sums from a number to memory are one call: rounds are contracted (2) and begin
// as a number (4).
// CHECK-LABEL: define internal {{.*}}void @twofold_native_transposed_0(
// CHECK-NOT: call {{.*}}@aligned_alloc(
// CHECK: store i32 6, ptr
// CHECK: call void @twofold_multiply(
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
// A block of rows is followed by the next one.
// ROWS: top = top + high;
// CHECK-LABEL: define internal {{.*}}void @twofold_native_sums_1(
// WIDE-SAME: #[[WIDE:[0-9]+]]
// CHECK: call {{.*}}@aligned_alloc(
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

// Between segments blocks of them are: in memory, of doubles (1) that are scaled
// (8); and in rows of their own.
// CHECK-LABEL: define internal {{.*}}void @twofold_native_scaled_2(
// CHECK-NOT: call {{.*}}@aligned_alloc(
// CHECK: store i32 11, ptr
// CHECK: call void @twofold_multiply(
// CHECK: ret void
void scaled(int n, int m, int l, double f, double *c, const double *a,
            const double *b) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) {
      c[i * m + j] *= f;
      for (int k = 0; k < l; ++k)
        c[i * m + j] += f * a[i * l + k] * b[k * m + j];
    }
}

// CHECK-LABEL: define internal {{.*}}void @twofold_native_layer_3(
// CHECK: call {{.*}}@aligned_alloc(
// CHECK: store i32 2, ptr
// CHECK: call void @twofold_multiply(
// CHECK: ret void
void layer(int n, int m, int l, float *c, const float *a, const float *b,
           const float *d) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) {
      float s = d[j];
      for (int k = 0; k < l; ++k)
        s += a[i * l + k] * b[k * m + j];
      c[i * m + j] = s > 0 ? s : 0;
    }
}

// Columns that differ between iterations; panels that the nest writes;
// integers; bounds of the iteration's own; what stands beside the nest.
// CHECK-LABEL: define internal {{.*}}void @twofold_native_sliding_4(
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
