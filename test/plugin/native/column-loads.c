// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Where a processor takes longer to gather a column than to read it element by
// element, loops that find one number of a column gather nothing. Loops that
// store what they read do: they wait for memory.
// RUN: %clang %plugin -w -fplugin-arg-twofold-no-opencl -O2 -march=znver4 -S -emit-llvm %s -o - | %FileCheck %s
// RUN: %clang %plugin -w -fplugin-arg-twofold-no-opencl -O2 -march=skylake-avx512 -S -emit-llvm %s -o - | %FileCheck --check-prefix=GATHER %s

// CHECK-LABEL: define internal {{.*}}void @twofold_native_greatest_0(
// CHECK-NOT: masked.gather
int greatest(int n, int m, const int *restrict a) {
  int g = 0;
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    g = a[i * m] > g ? a[i * m] : g;
  return g;
}

// CHECK-LABEL: define internal {{.*}}void @twofold_native_turned_1(
// CHECK: call {{.*}}@llvm.masked.gather
void turned(int n, double *restrict x, const double *restrict a) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j)
      x[i * n + j] = a[j * 500 + i];
}

// A function with both gathers.
// CHECK-LABEL: define internal {{.*}}void @twofold_native_both_2(
// CHECK: call {{.*}}@llvm.masked.gather
void both(int n, const int (*t)[500], const int *restrict from,
          int *restrict to) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    int m = 0;
    for (int k = 0; k < n; ++k)
      m = m < t[k][i] ? t[k][i] : m;
    for (int k = 0; k < n; ++k)
      to[i * n + k] = m + t[0][from[k]];
  }
}

// GATHER-LABEL: define internal {{.*}}void @twofold_native_pairs_3(
// GATHER: call {{.*}}@llvm.masked.gather
// CHECK-LABEL: define internal {{.*}}void @twofold_native_pairs_3(
// CHECK-NOT: masked.gather
// CHECK: call <{{.*}} x i32> @llvm.smax
// CHECK-NOT: masked.gather
// CHECK: {{^[}]$}}
void pairs(int n, int d, int (*t)[500], int *restrict most) {
#pragma twofold parallel for
  for (int i = 0; i < n - d; ++i) {
    int m = 0;
    for (int k = i + 1; k < i + d; ++k)
      if (m < t[i][k] + t[k + 1][i + d])
        m = t[i][k] + t[k + 1][i + d];
    most[i] = m;
  }
}
