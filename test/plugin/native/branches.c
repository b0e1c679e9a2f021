// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Where extrema are not vectorised, the branch that replaces them is kept and
// said to be unlikely: a select makes each iteration wait for the last one.
// RUN: %clang %plugin -w -fplugin-arg-twofold-no-opencl -O2 -S -emit-llvm %s -o - -Xclang -disable-llvm-passes | %FileCheck %s
// RUN: %clang %plugin -w -fplugin-arg-twofold-no-opencl -O2 -S -emit-llvm %s -o - | %FileCheck %s --check-prefix=KEPT
// RUN: %clang %plugin -w -fplugin-arg-twofold-no-opencl -O2 -ffast-math -S -emit-llvm %s -o - -Xclang -disable-llvm-passes | %FileCheck %s --check-prefix=FAST

// CHECK-LABEL: define internal {{.*}}void @twofold_native_least_0(
// CHECK: fcmp olt float
// CHECK: call i1 @llvm.expect.i1(i1 %{{.*}}, i1 false)
// KEPT-LABEL: define internal {{.*}}void @twofold_native_least_0(
// KEPT-NOT: select i1 {{.*}} float
// KEPT: fcmp olt float
// KEPT-NEXT: br i1
// KEPT-NOT: select i1 {{.*}} float
// KEPT: {{^}$}}
// KEPT-LABEL: define internal {{.*}}void @twofold_native_place_1(
// KEPT-NOT: select
// KEPT: {{^}$}}
// FAST-LABEL: define internal {{.*}}void @twofold_native_least_0(
// FAST-NOT: llvm.expect
// FAST-LABEL: define internal {{.*}}void @twofold_native_place_1(
float least(const float *x, int n) {
  float m = 1e30f;
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    if (x[i] < m)
      m = x[i];
  return m;
}

// CHECK-LABEL: define internal {{.*}}void @twofold_native_place_1(
// CHECK: call i1 @llvm.expect.i1(i1 %{{.*}}, i1 false)
// CHECK-LABEL: define internal {{.*}}void @twofold_native_most_2(
// CHECK-NOT: llvm.expect
// KEPT-LABEL: define internal {{.*}}void @twofold_native_most_2(
// KEPT: call <4 x i32> @llvm.smax
int place(const int *x, int n) {
  int m = 1 << 30, at = -1;
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    if (x[i] < m) {
      m = x[i];
      at = i;
    }
  return at;
}

// CHECK-LABEL: define internal {{.*}}void @twofold_native_choice_3(
// CHECK-NOT: llvm.expect
// CHECK: {{^}$}}
int most(const int *x, int n) {
  int m = 0;
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    if (m < x[i])
      m = x[i];
  return m;
}

int choice(const float *x, float *y, int n) {
  int seen = 0;
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    if (x[i] < y[i]) {
      seen += 1;
      y[i] = x[i];
    }
  return seen;
}
