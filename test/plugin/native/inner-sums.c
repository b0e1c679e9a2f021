// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// An annotated loop inside another one may be vectorised, as its sums may come in
// any order, and no other operation.
// RUN: %clang %plugin -O0 -Xclang -disable-O0-optnone -emit-llvm -S -o - %s | %FileCheck %s
// RUN: %clang %plugin -O2 -march=x86-64-v3 -Rpass=loop-vectorize -c -o /dev/null %s 2>&1 | %FileCheck %s --check-prefix=VECTOR

// CHECK-LABEL: define {{.*}}@twofold_native_sums_0(
// CHECK: call reassoc float @llvm.fmuladd
// CHECK: fadd reassoc float
// CHECK: fadd float
// VECTOR: [[@LINE+6]]:5: remark: vectorized loop
void sums(int n, int m, const float *x, const float *v, float *restrict y) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    float s = 0, r = 0, own;
#pragma twofold parallel for private(own)
    for (int j = 0; j < m; ++j) {
      s += x[i * m + j] * v[j];
      r = r + x[i * m + j];
      own = x[i * m + j];
      own += v[j];
      y[i * m + j] = own;
    }
    y[i * m] = s + r;
  }
}

// CHECK-LABEL: define {{.*}}@twofold_native_ordered_1(
// CHECK-NOT: reassoc
void ordered(int n, int m, const float *x, float *restrict y) {
#pragma twofold parallel for deterministic
  for (int i = 0; i < n; ++i) {
    float s = 0;
#pragma twofold parallel for
    for (int j = 0; j < m; ++j)
      s += x[i * m + j];
    y[i] = s;
  }
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    float s = 0;
#pragma twofold parallel for deterministic
    for (int j = 0; j < m; ++j)
      s += x[i * m + j];
    y[i] = s;
  }
}
