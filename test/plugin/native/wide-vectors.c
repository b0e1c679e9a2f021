// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Native variants have vectors of 512 bits where these cost nothing else and
// the program says nothing of them; what stands around them is compiled as it
// was.
// RUN: %clang %plugin -w -fplugin-arg-twofold-no-opencl -O2 -march=sapphirerapids -S -emit-llvm %s -o - | %FileCheck %s
// RUN: %clang %plugin -w -fplugin-arg-twofold-no-opencl -O2 -march=graniterapids -S -emit-llvm %s -o - | %FileCheck %s
// RUN: %clang %plugin -w -fplugin-arg-twofold-no-opencl -O2 -march=sapphirerapids -mprefer-vector-width=256 -S -emit-llvm %s -o - | %FileCheck %s --check-prefix=NARROW
// RUN: %clang %plugin -w -fplugin-arg-twofold-no-opencl -O2 -march=sapphirerapids -mno-avx512f -S -emit-llvm %s -o - | %FileCheck %s --check-prefix=NARROW
// RUN: %clang %plugin -w -fplugin-arg-twofold-no-opencl -Os -march=sapphirerapids -S -emit-llvm %s -o - | %FileCheck %s --check-prefix=NARROW
// RUN: %clang %plugin -w -fplugin-arg-twofold-no-opencl -O2 -march=skylake-avx512 -S -emit-llvm %s -o - | %FileCheck %s --check-prefix=NARROW
// RUN: %clang %plugin -w -fplugin-arg-twofold-no-opencl -O2 -march=x86-64-v4 -S -emit-llvm %s -o - | %FileCheck %s --check-prefix=NARROW
// NARROW-NOT: <8 x double>
// NARROW: define internal {{.*}}void @twofold_native_rows_0(
// NARROW-NOT: <8 x double>
// NARROW-NOT: "prefer-vector-width"="512"

// What the program runs itself keeps its vectors.
// CHECK-LABEL: define {{.*}}void @plain(
// CHECK-NOT: <8 x double>
// CHECK: <4 x double>
void plain(double *restrict y, const double *restrict x, int n) {
  for (int i = 0; i < n; ++i)
    y[i] = x[i] * 2;
}

// A step is two vectors of 8 doubles, as it would be four of 4.
// CHECK-LABEL: define internal {{.*}}void @twofold_native_rows_0(
// CHECK-NOT: <4 x double>
// CHECK-COUNT-2: fmul <8 x double>
// CHECK-NOT: fmul <8 x double>
// CHECK: br i1
void rows(int n, int m, double *restrict y, const double *restrict x) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j)
      y[i * m + j] = x[i * m + j] * 2;
}

// Greatest numbers wait for one another: four vectors stay.
// CHECK-LABEL: define internal {{.*}}void @twofold_native_most_1(
// CHECK-COUNT-4: call {{.*}}@llvm.smax.v16i32
void most(int n, int m, int *restrict y, const int *restrict x) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    int g = 0;
    for (int j = 0; j < m; ++j)
      g = x[i * m + j] > g ? x[i * m + j] : g;
    y[i] = g;
  }
}
// CHECK: "prefer-vector-width"="512"
