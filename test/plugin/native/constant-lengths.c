// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Lengths and bounds that a constant names are known in the native variant, as
// they are where the constant is declared: the array is in registers.
// RUN: %clang -O2 %plugin -fplugin-arg-twofold-no-opencl -S -emit-llvm %s -o - | %FileCheck %s
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
