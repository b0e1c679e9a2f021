// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Rounds that read an element which one of them stores become vectors: a loop
// around them runs what comes before that round, the round, and what follows.
// RUN: %clang %plugin -w -fplugin-arg-twofold-no-opencl -O2 -march=x86-64-v3 -fno-unroll-loops -S -emit-llvm %s -o - | %FileCheck %s
// RUN: %clang %plugin -w -fplugin-arg-twofold-no-opencl -Os -march=x86-64-v3 -S -emit-llvm %s -o - | %FileCheck --check-prefix=SMALL %s
// SMALL-NOT: umin
// RUN: %clang %plugin -fplugin-arg-twofold-no-opencl -O2 -march=x86-64-v3 -Rpass-analysis=twofold -S -emit-llvm %s -o /dev/null 2>&1 | %FileCheck --check-prefix=TOLD %s
// TOLD: pivot-loads.c:[[#@LINE+8]]:5: remark: in the native variant the rounds before the one that stores what all of them read, that one, and those behind it run one after the other [-Rpass-analysis=twofold]

// CHECK-LABEL: define internal {{.*}}void @twofold_native_paths_0(
// CHECK: call i64 @llvm.umin.i64(
// CHECK: call <8 x i32> @llvm.smin.v8i32
void paths(int k, int n, int (*d)[500]) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j)
      d[i][j] = d[i][j] < d[i][k] + d[k][j] ? d[i][j] : d[i][k] + d[k][j];
}

// CHECK-LABEL: define internal {{.*}}void @twofold_native_flat_1(
// CHECK: call i64 @llvm.umin.i64(
// CHECK: call void @llvm.masked.store.v4f64
void flat(int k, int n, double *d) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j)
      if (d[i * n + j] > d[i * n + k] + d[k * n + j])
        d[i * n + j] = d[i * n + k] + d[k * n + j];
}

// CHECK-LABEL: define internal {{.*}}void @twofold_native_eliminate_2(
// CHECK: call i64 @llvm.umin.i64(
// CHECK: call <4 x double> @llvm.fmuladd.v4f64
void eliminate(int k, int n, int m, double a[n][m]) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    if (i != k)
      for (int j = 0; j < m; ++j)
        a[i][j] -= a[i][k] * a[k][j];
}

// What is read behind the store; two such elements; bytes of which one round
// stores a part.
// CHECK-LABEL: define internal {{.*}}void @twofold_native_late_3(
// CHECK-NOT: umin
// CHECK-LABEL: define internal {{.*}}void @twofold_native_two_4(
// CHECK-NOT: umin
// CHECK-LABEL: define internal {{.*}}void @twofold_native_part_5(
// CHECK-NOT: umin
// CHECK: ret void
void late(int k, int n, double (*a)[64], double (*b)[64], const double *x) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) {
      a[i][j] += x[j];
      b[i][j] = a[i][k];
    }
}
void two(int k, int l, int n, double (*a)[64], const double *x) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j)
      a[i][j] += a[i][k] * x[j] - a[i][l];
}
void part(int k, int n, char *a) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j)
      ((int *)a)[i * n + j] += *(int *)(a + 4 * i * n + k);
}
