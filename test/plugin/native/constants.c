// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Lengths and bounds that a constant names are known in the native variant, as
// they are where the constant is declared: the array is in registers.
// RUN: %clang -O2 -march=x86-64-v3 %plugin -fplugin-arg-twofold-no-opencl -S -emit-llvm %s -o - | %FileCheck %s
// CHECK-LABEL: define internal {{.*}}@twofold_native_sums_0(
// CHECK-NOT: alloca float, i64 %
// CHECK: ret void
void sums(int n, const float *a, float *out) {
  const int width = 8;
#pragma twofold parallel for
  for (int i = 0; i < n; i += width) {
    float sum[width];
    for (int k = 0; k < width; ++k)
      sum[k] = 0;
    for (int j = 0; j < n; ++j)
      for (int k = 0; k < width; ++k)
        sum[k] += a[j] * a[i + k];
    for (int k = 0; k < width; ++k)
      out[i + k] = sum[k];
  }
}

// So are other numbers: what is computed of constants alone has the bits that it
// has where they are declared, since the optimiser fuses no product of constants.
// CHECK-LABEL: define internal {{.*}}@twofold_native_scaled_1(
// CHECK-NOT: fmuladd
// CHECK: fmul float %{{.*}}, 0x3FB0A3D700000000
// CHECK-NOT: fmuladd
// CHECK: ret void
void scaled(int n, const float *a, float *out) {
  const float rate = 0.02f, volatility = 0.3f;
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    out[i] = (rate + 0.5f * volatility * volatility) * a[i];
}
