// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Long arrays that each iteration has for itself begin at whole vectors: a
// vector in two lines of the cache takes as long as two. Short arrays, and
// those of functions without such loops, lie as the program has them.
// RUN: %clang %plugin -w -fplugin-arg-twofold-no-opencl -O2 -march=sapphirerapids -S -emit-llvm %s -o - | %FileCheck %s -DALIGN=64
// RUN: %clang %plugin -w -fplugin-arg-twofold-no-opencl -O2 -march=x86-64-v3 -S -emit-llvm %s -o - | %FileCheck %s -DALIGN=32
// RUN: %clang %plugin -w -fplugin-arg-twofold-no-opencl -O2 -march=x86-64 -S -emit-llvm %s -o - | %FileCheck %s -DALIGN=16

void use(float *);

// CHECK-LABEL: define {{.*}}void @plain(
// CHECK: alloca [160 x float], align 16
void plain(void) {
  float row[160];
  use(row);
}

// CHECK-LABEL: define internal {{.*}}void @twofold_native_products_0(
// CHECK: alloca [160 x float], align [[ALIGN]]
void products(int n, int m, float a[][160], const float c[160][160]) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    float row[160];
    for (int p = 0; p < m; ++p) {
      row[p] = 0;
      for (int s = 0; s < m; ++s)
        row[p] += a[i][s] * c[s][p];
    }
    for (int p = 0; p < m; ++p)
      a[i][p] = row[p];
  }
}

// CHECK-LABEL: define internal {{.*}}void @twofold_native_small_1(
// CHECK: alloca [4 x float], align 16
void small(int n, float *a, const int *at) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    float few[4] = {a[i], 1, 2, 3};
    a[i] = few[at[i]];
  }
}
