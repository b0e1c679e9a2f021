// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Eight iterations that update the same elements do so round by round: vectors
// of rounds are read and stored once for all eight. What they sum up beside it
// has a loop of its own.
// RUN: %clang %plugin -fplugin-arg-twofold-no-opencl -O2 -march=x86-64-v3 -fno-unroll-loops -fno-discard-value-names -S -emit-llvm %s -o - | %FileCheck %s
// RUN: %clang %plugin -fplugin-arg-twofold-no-opencl -O2 -march=x86-64-v3 -Rpass-analysis=twofold -Xclang -verify -c %s -o %t.o
// expected-remark@* 0+ {{iterations are independent}}
// expected-remark@* 0+ {{iterations may depend on each other}}
// expected-remark@* 0+ {{'i' does not run innermost}}

// CHECK-LABEL: define internal {{.*}}void @twofold_native_transposed_0(
// CHECK: vector.body:
// CHECK-NOT: store
// CHECK-COUNT-8: @llvm.fmuladd.v4f64(
// CHECK-NEXT: store <4 x double>
// CHECK-NOT: store
// CHECK: br i1
void transposed(int n, double *restrict y, const double *a, const double *x) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) // expected-remark {{in the native variant 8 iterations of 'i' run side by side, and update each element of 'y' one after the other}}
    for (int j = 0; j < n; ++j)
      y[j] += a[i * n + j] * x[i];
}

// CHECK-LABEL: define internal {{.*}}void @twofold_native_both_1(
// CHECK: vector.body:
// CHECK-NOT: store
// CHECK-COUNT-8: @llvm.fmuladd.v4f64(
// CHECK-NEXT: store <4 x double>
// CHECK-COUNT-8: = phi double
// CHECK-COUNT-8: call double @llvm.fmuladd.f64(
void both(int n, double *restrict s, double *restrict q, const double *a,
          const double *p, const double *r) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) { // expected-remark {{in the native variant 8 iterations of 'i' run side by side, and update each element of 's' one after the other}}
    double sum = 0;
    for (int j = 0; j < n; ++j) {
      s[j] += r[i] * a[i * n + j];
      sum += a[i * n + j] * p[j];
    }
    q[i] = sum;
  }
}

// Iterations meet in several rounds.
void diagonals(int n, double *restrict y, const double *a, const double *x) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) // expected-remark {{in the native variant the nest runs as written, as the loop has elements that iterations update together}}
    for (int j = 0; j < n; ++j)
      y[i + j] += a[i * n + j] * x[i];
}

void steps(int n, double *restrict y, const double *a, const double *x) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) // expected-remark {{in the native variant the nest runs as written, as the loop has elements that iterations update together}}
    for (int j = 0; j < n; ++j)
      y[j / 2] += a[i * n + j] * x[i];
}

// Each array is named.
void two(int n, double *restrict y, double *restrict z, const double *a,
         const double *x) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) // expected-remark {{in the native variant 8 iterations of 'i' run side by side, and update each element of 'y', 'z' one after the other}}
    for (int j = 0; j < n; ++j) {
      y[j] += a[i * n + j] * x[i];
      z[j] += a[i * n + j] * x[j];
    }
}
