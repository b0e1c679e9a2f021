// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Loops that store vectors of more than 16 bytes begin with the iterations
// before the first aligned one: a loop around the loop. Not those whose sums
// would depend on addresses then, nor rows of nests.
// RUN: %clang %plugin -w -fplugin-arg-twofold-no-opencl -O2 -march=x86-64-v3 -fno-discard-value-names -S -emit-llvm %s -o - | %FileCheck %s --implicit-check-not='{{^}}aligned.part'
// RUN: %clang %plugin -w -fplugin-arg-twofold-no-opencl -O2 -march=x86-64 -fno-discard-value-names -S -emit-llvm %s -o - | %FileCheck %s --check-prefix=NONE
// RUN: %clang %plugin -w -fplugin-arg-twofold-no-opencl -Os -march=x86-64-v3 -fno-discard-value-names -S -emit-llvm %s -o - | %FileCheck %s --check-prefix=NONE
// NONE-NOT: aligned.part

// CHECK-LABEL: define internal {{.*}}void @twofold_native_axpy_0(
// 4096 bytes, and the numbers of what is aligned before and behind.
// CHECK: icmp {{.*}}ugt i{{.*}}, 1022
// CHECK: ptrtoint
// CHECK: {{^}}aligned.part
// CHECK: load <8 x float>
// The iterations that are left, in shorter vectors.
// CHECK: load <4 x float>
void axpy(float *y, const float *x, float s, int n) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    y[i] += s * x[i];
}

// CHECK-LABEL: define internal {{.*}}void @twofold_native_prefix_1(
float prefix(float *y, const float *x, int n) {
  float sum = 0;
#pragma twofold parallel for reduction(+ : sum)
  for (int i = 0; i < n; ++i) {
    y[i] = x[i];
    sum += x[i];
  }
  return sum;
}

// CHECK-LABEL: define internal {{.*}}void @twofold_native_rows_2(
void rows(int n, int m, float y[n][m], float x[n][m]) {
#pragma twofold parallel for collapse(2)
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j)
      y[i][j] = x[i][j] * 2;
}

// CHECK-LABEL: define internal {{.*}}void @twofold_native_apart_3(
void apart(float *y, const float *x, int n) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    y[2 * i] = x[i];
}
