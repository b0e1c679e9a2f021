// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Rows of a triangular solve begin side by side: eight sums of the columns
// before them are computed by one call, without the runtime where they are
// few. Nothing of it where jam is not asked for, where code is to be small, and
// where subscripts are checked.
// RUN: %clang %plugin -fplugin-arg-twofold-no-opencl -O2 -march=x86-64-v3 -fno-unroll-loops -fno-discard-value-names -S -emit-llvm %s -o - | %FileCheck %s
// RUN: %clang %plugin -fplugin-arg-twofold-no-opencl -O2 -march=x86-64-v3 -Rpass-analysis=twofold -Xclang -verify -c %s -o %t.o
// RUN: %clang %plugin -fplugin-arg-twofold-no-opencl -fplugin-arg-twofold-schedule=tile -O2 -S -emit-llvm %s -o - | %FileCheck %s --check-prefix=NONE
// RUN: %clang %plugin -fplugin-arg-twofold-no-opencl -Os -S -emit-llvm %s -o - | %FileCheck %s --check-prefix=NONE
// RUN: %clang %plugin -fplugin-arg-twofold-no-opencl -fplugin-arg-twofold-bounds -O2 -S -emit-llvm %s -o - | %FileCheck %s --check-prefix=NONE
// NONE-NOT: twofold_next
// NONE: define {{.*}}@solve(
// NONE-NOT: twofold_next
// expected-remark@* 0+ {{iterations are independent}}

// CHECK-LABEL: define dso_local void @solve(
// CHECK: %twofold_sums = alloca [8 x double]
// CHECK: call {{.*}}void @twofold_native_solve_0(
// CHECK-LABEL: define internal {{.*}}void @twofold_native_solve_0(
// CHECK-COUNT-8: = phi double
// CHECK-COUNT-8: call double @llvm.fmuladd.f64(
// CHECK: br i1
void solve(int n, const double *l, double *x, const double *b) {
  for (int i = 0; i < n; ++i) { // expected-remark {{as each iteration of 'i' needs what those before it store, eight of them are computed side by side as far as they need none of each other, with their sums in their order}}
    double sum = b[i];
#pragma twofold parallel for
    for (int j = 0; j < i; ++j)
      sum -= l[i * n + j] * x[j];
    x[i] = sum / l[i * n + i];
  }
}

double told(double);

// A function that may do anything stands behind the columns.
void called(int n, const double *l, double *x, const double *b) {
  for (int i = 0; i < n; ++i) {
    double sum = b[i];
#pragma twofold parallel for
    for (int j = 0; j < i; ++j)
      sum -= l[i * n + j] * x[j];
    x[i] = told(sum);
  }
}

// What is stored may be the number of rows.
void counted(int *n, const double *l, double *x, const double *b) {
  for (int i = 0; i < *n; ++i) {
    double sum = b[i];
#pragma twofold parallel for
    for (int j = 0; j < i; ++j)
      sum -= l[i * 100 + j] * x[j];
    x[i] = sum;
  }
}

// How threads share out the columns is said.
void shared(int n, const double *l, double *x, const double *b) {
  for (int i = 0; i < n; ++i) {
    double sum = b[i];
#pragma twofold parallel for num_threads(2)
    for (int j = 0; j < i; ++j)
      sum -= l[i * n + j] * x[j];
    x[i] = sum / l[i * n + i];
  }
}

// A volatile element is loaded and stored to as often as is said.
void watched(int n, const double *l, volatile double *x, const double *b) {
  for (int i = 0; i < n; ++i) {
#pragma twofold parallel for
    for (int j = 0; j < i; ++j)
      x[i] -= l[i * n + j] * b[j]; // expected-remark {{iterations may depend on each other: the loop uses volatile or atomic objects}}
  }
}

// It is loaded in its order.
void polled(int n, const double *l, double *x, const volatile double *b) {
  for (int i = 0; i < n; ++i) {
    double sum = b[i];
#pragma twofold parallel for
    for (int j = 0; j < i; ++j)
      sum -= l[i * n + j] * x[j];
    x[i] = sum;
  }
}
