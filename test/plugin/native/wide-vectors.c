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
// RUN: %clang %plugin -w -fplugin-arg-twofold-no-opencl -O2 -march=sapphirerapids -mtune=skylake-avx512 -S -emit-llvm %s -o - | %FileCheck %s --check-prefix=NARROW
// RUN: %clang %plugin -w -fplugin-arg-twofold-no-opencl -O2 -march=sapphirerapids -Xclang -target-feature -Xclang +prefer-256-bit -S -emit-llvm %s -o - | %FileCheck %s --check-prefix=NARROW
// RUN: %clang %plugin -w -fplugin-arg-twofold-no-opencl -O2 -march=sapphirerapids -mtune=emeraldrapids -S -emit-llvm %s -o - | %FileCheck %s
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

// 25 fused operations that wait for one another: two vectors of doubles, one of
// floats.
#define CONVOLUTION(NAME, TYPE)                                                \
  void NAME(int n, TYPE *restrict o, const TYPE *restrict in,                  \
            const TYPE *restrict weight) {                                     \
    _Pragma("twofold parallel for") for (int y = 2; y < n - 2;                 \
                                         ++y) for (int x = 2; x < n - 2;       \
                                                   ++x) {                      \
      TYPE sum = 0;                                                            \
      for (int v = 0; v < 5; ++v)                                              \
        for (int u = 0; u < 5; ++u)                                            \
          sum += weight[v * 5 + u] * in[(y + v - 2) * n + x + u - 2];          \
      o[y * n + x] = sum;                                                      \
    }                                                                          \
  }

// CHECK-LABEL: define internal {{.*}}void @twofold_native_doubles_2(
// CHECK-COUNT-50: call {{.*}}<8 x double> @llvm.fmuladd.v8f64(
// CHECK-NOT: call {{.*}}<8 x double> @llvm.fmuladd.v8f64(
CONVOLUTION(doubles, double)

// CHECK-LABEL: define internal {{.*}}void @twofold_native_floats_3(
// CHECK-COUNT-25: call {{.*}}<16 x float> @llvm.fmuladd.v16f32(
// CHECK-NOT: call {{.*}}<16 x float> @llvm.fmuladd.v16f32(
CONVOLUTION(floats, float)

// What is said of a loop stays: no vectors, and nothing side by side.
// CHECK-LABEL: define internal {{.*}}void @twofold_native_one_by_one_4(
// CHECK: fmul double
// CHECK-NOT: fmul
// CHECK: br i1
void one_by_one(int n, double *restrict y, const double *restrict x) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
#pragma clang loop vectorize(disable) unroll(disable)
    for (int j = 0; j < n; ++j)
      y[i * n + j] = 3 * x[i * n + j];
  }
}
// CHECK: "prefer-vector-width"="512"
