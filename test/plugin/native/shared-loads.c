// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What all iterations of an inner loop read from one place is read before it,
// if none of its stores reach that: so the loop can be made of vectors.
// RUN: %clang %plugin -w -fplugin-arg-twofold-no-opencl -O2 -fno-slp-vectorize -fno-unroll-loops -fno-discard-value-names -S -emit-llvm %s -o - | %FileCheck %s

// CHECK-LABEL: define internal {{.*}}void @twofold_native_elimination_0(
// CHECK: insertelement {{.*}}double %.scalar
// CHECK: vector.body{{[0-9]+}}:
// CHECK-NOT: load double,
// CHECK: br i1
void elimination(int n, int k, double (*a)[400]) {
#pragma twofold parallel for
  for (int i = k + 1; i < n; ++i) {
    a[i][k] /= a[k][k];
    for (int j = k + 1; j < n; ++j)
      a[i][j] -= a[i][k] * a[k][j];
  }
}

// Behind the last store.
// CHECK-LABEL: define internal {{.*}}void @twofold_native_behind_1(
// CHECK: vector.body:
// CHECK-NOT: load double,
// CHECK: br i1
void behind(int n, int m, double (*a)[400], const double *restrict b) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j)
      a[i][j] -= a[i][m] * b[j];
}

// CHECK-LABEL: define internal {{.*}}void @twofold_native_downwards_2(
// CHECK: vector.body:
// CHECK-NOT: load double,
// CHECK: br i1
void downwards(int n, int m, double (*a)[400], const double *restrict b) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    for (int j = m - 1; j >= 0; --j)
      a[i][j] -= a[i][m] * b[j];
}

// Some rounds may store what others read (one of them: pivot-loads.c).
// CHECK-LABEL: define internal {{.*}}void @twofold_native_anywhere_3(
// CHECK-NOT: vector.body:
// CHECK: fmuladd
void anywhere(int n, int m, int p, int q, double (*a)[400],
              const double *restrict b) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j)
      a[i][j] -= a[i][p] * b[j] + a[i][q];
}
