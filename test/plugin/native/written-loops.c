// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A loop that a loop around it repeats has its shortest calls run where it
// stands, as written: bounds that are constants stay constants there, and sums
// stay in registers.
// RUN: %clang %plugin -w -O2 -S -emit-llvm %s -o - -Xclang -disable-llvm-passes | %FileCheck %s
// RUN: %clang %plugin -w -O2 -S -emit-llvm %s -o - | %FileCheck %s --check-prefix=CODE
// RUN: %clang %plugin -w -Os -S -emit-llvm %s -o - -Xclang -disable-llvm-passes | %FileCheck %s --check-prefix=SMALL

// The question and the loop come before the variant and the runtime.
// CHECK-LABEL: define {{.*}}void @solve(
// CHECK: icmp ult i64 {{%.*}}, [[#]]
// CHECK: [[WORK:%.*]] = mul i64 {{%.*}}, [[#]]
// CHECK: [[LIMIT:%.*]] = load volatile i64, ptr @twofold_limit_solve_0
// CHECK: icmp ult i64 [[WORK]], [[LIMIT]]
// CHECK: fneg double
// CHECK: call double @llvm.fmuladd.f64
// CHECK: call void @twofold_native_solve_0(
// CHECK: call {{.*}}@twofold_call_solve_0(
// SMALL-LABEL: define {{.*}}void @solve(
// SMALL-NOT: @llvm.fmuladd.f64
// SMALL: call void @twofold_native_solve_0(
void solve(int n, double *x, const double *b, const double *l) {
  for (int i = 0; i < n; i += 2) {
    double sum = b[i];
#pragma twofold parallel for
    for (int j = 0; j < i; ++j)
      sum -= l[i * n + j] * x[j];
    x[i] = sum;
  }
}

// What is left of the question is the limit, read once a step.
// CODE-LABEL: define {{.*}}void @steps(
// CODE: load volatile i64, ptr @twofold_limit_steps_1
// CODE: load volatile i64, ptr @twofold_limit_steps_2
// CODE: fmul <{{[0-9]+}} x double>
// CODE: ret void
void steps(int t, double *restrict a, double *restrict b) {
  for (int s = 0; s < t; ++s) {
#pragma twofold parallel for
    for (int i = 1; i < 399; ++i)
      b[i] = 0.25 * (a[i - 1] + a[i] + a[i + 1]);
#pragma twofold parallel for
    for (int i = 1; i < 399; ++i)
      a[i] = 0.5 * (b[i - 1] + b[i] + b[i + 1]);
  }
}

// A loop that stands alone has its variant alone.
// CHECK-LABEL: define {{.*}}void @alone(
// CHECK-NOT: fadd double
// CHECK: call void @twofold_native_alone_3(
// CHECK-NOT: fadd double
// CHECK: ret void
void alone(int n, double *a) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    a[i] += 1;
}

// Iterations have copies of what the program says is private, which keeps what
// it had.
// CHECK-LABEL: define {{.*}}void @copies(
// CHECK-NOT: fadd double
// CHECK: call void @twofold_native_copies_4(
// CHECK-NOT: fadd double
// CHECK: ret void
void copies(int n, int m, double *a) {
  double t = 5;
  for (int k = 0; k < m; ++k) {
#pragma twofold parallel for private(t)
    for (int i = 0; i < n; ++i) {
      t = a[i] + 1;
      a[i] = t;
    }
    a[k] -= t;
  }
}

// Of nests, and of loops that the compiler cannot make vectors of as written,
// only the shortest calls.
// CHECK-LABEL: define {{.*}}void @nested(
// CHECK: fcmp olt double {{%.*}}, 2.001000e+03
// CHECK: call void @twofold_native_nested_5(
// CHECK: icmp ult i64 {{%.*}}, [[FEW:[1-9][0-9]?]]{{$}}
// CHECK: call void @twofold_native_nested_6(
extern double *shared;
void nested(int n, int m, double *a) {
  for (int k = 0; k < m; ++k) {
#pragma twofold parallel for
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < n; ++j)
        a[i * n + j] += k;
#pragma twofold parallel for
    for (int i = 0; i < n; ++i)
      shared[i] += k;
  }
}

// A nest that has its own order, and whose inner loop stores nothing, gains
// nothing by its variant; one whose inner loop stores does.
// CHECK-LABEL: define {{.*}}void @diagonals(
// CHECK: fcmp olt double {{%.*}}, 2.000100e+04
// CHECK: call void @twofold_native_diagonals_7(
// CHECK: fcmp olt double {{%.*}}, 2.001000e+03
// CHECK: call void @twofold_native_diagonals_8(
void diagonals(int n, int *a) {
  for (int d = 1; d < n; ++d) {
#pragma twofold parallel for
    for (int i = 0; i < n - d; ++i) {
      int most = a[i * n + i + d];
      for (int k = i + 1; k < i + d; ++k)
        if (most < a[i * n + k] + a[(k + 1) * n + i + d])
          most = a[i * n + k] + a[(k + 1) * n + i + d];
      a[i * n + i + d] = most;
    }
#pragma twofold parallel for
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < i; ++j)
        a[i * n + j] += d;
  }
}
