// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Rows of variable length are flat.
// RUN: rm -rf %t.dir && mkdir %t.dir
// RUN: %clang %plugin -fplugin-arg-twofold-dump=%t.dir -Werror=pass-failed -fsyntax-only %s
// RUN: %clang -x cl -cl-std=CL1.2 -Xclang -finclude-default-header -fsyntax-only -Werror %t.dir/*.cl
// RUN: cat %t.dir/*.cl | %FileCheck %s

void matmul(int n, int m, double a[n][m], double b[m][n], double c[n][n]) {
#pragma twofold parallel for collapse(2)
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) {
      double s = 0;
      for (int k = 0; k < m; ++k)
        s += a[i][k] * b[k][j];
      double *row = c[i];
      row[j] = s;
    }
}

// CHECK: #pragma OPENCL EXTENSION cl_khr_fp64 : enable
// CHECK-LABEL: __kernel void matmul_0(
// CHECK: int m,
// CHECK: long row_length,
// CHECK: long row_length_2,
// CHECK: long row_length_3,
// CHECK: int j = (int)j_index;
// CHECK: int i = (int)i_index;
// CHECK: double s = 0.0;
// CHECK: for (int k = 0; k < m; ++k) {
// CHECK: s += a[(long)i * row_length + k] * b[(long)k * row_length_2 + j];
// CHECK: __global double *row = c + (long)i * row_length_3;
// CHECK: row[j] = s;

// A length that the loop writes down is the one that it has there.
void written(int n, int m, float *p) {
  m *= 2;
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    float(*rows)[m] = (float(*)[m])p;
    rows[i][1] = 2;
  }
}
// CHECK-LABEL: __kernel void written_1(
// CHECK: [(long)i * (long)m + 1] = 2.0f;
