// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: rm -rf %t
// RUN: %clang %plugin -fplugin-arg-twofold-dump=%t -Wno-pass-failed -fsyntax-only %s
// RUN: cat %t/*.access.txt | %FileCheck %s
//
// Where the accesses of plain nests lie.
void copies(int n, float a, const float *x, float *y) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    y[i] = a * x[i] + y[i];
}

void gemm(int n, int m, int k, const double *A, const double *B, double *C) {
#pragma twofold parallel for collapse(2)
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) {
      double sum = 0;
      for (int l = 0; l < k; ++l)
        sum += A[i * k + l] * B[l * m + j];
      C[i * m + j] = sum;
    }
}

void halves(int n, const float *in, float *out) {
#pragma twofold parallel for
  for (int i = 0; i < n / 2; ++i)
    out[i] = in[i + n / 2] + in[(n >> 1) * 3];
}

// The values of an inner loop that steps by 3 end at 9; those of one that counts
// down by 4 begin at 10.
void inner(float *a, float *b) {
#pragma twofold parallel for
  for (int i = 0; i < 100; ++i) {
    for (int j = 0; j < 11; j += 3)
      a[i * 11 + j] = 0;
    for (int j = 10; j >= 0; j -= 4)
      b[i * 11 + j] = 0;
  }
}

void reversed(int n, float *a, const float *b) {
#pragma twofold parallel for
  for (int i = n - 1; i >= 0; --i)
    a[n - 1 - i] = b[i];
}

void strided(int n, float *a) {
#pragma twofold parallel for
  for (int i = 0; i < n; i += 2)
    a[2 * i + 1] = 0;
}

// The last tile may be shorter, so no tile proves that all is written.
void tiles(int n, float *a) {
#pragma twofold parallel for
  for (int t = 0; t < n; t += 16)
    for (int i = t; i < (t + 16 < n ? t + 16 : n); ++i)
      a[i] = 1;
}

// Half of the square that the axes span is never written.
void triangular(int n, double *L) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    for (int j = 0; j <= i; ++j)
      L[i * n + j] = 0;
}

// The end stands to the left.
void turned(int n, int m, double *a, double *b) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    for (int j = 0; m > j; ++j)
      a[i * m + j] = 1;
    for (int j = m; 3 <= j; --j)
      b[i * m + j] = 1;
  }
}

void variable_length(int n, int m, double A[n][m], double B[n][m]) {
#pragma twofold parallel for
  for (int i = 1; i < n - 1; ++i)
    for (int j = 1; j < m - 1; ++j)
      B[i][j] = A[i - 1][j] + A[i][j + 1];
}

// CHECK-LABEL: loop copies_0: rank 1, ops {{[0-9]+}}
// CHECK-NEXT: base y: pointer, arg 1
// CHECK-NEXT: base x: pointer, arg 3
// CHECK-NEXT: read x: 4 at 4*i, always
// CHECK-NEXT: update y: 4 at 4*i, always

// CHECK-LABEL: loop gemm_1: rank 2, ops {{[0-9]+}}
// CHECK-NEXT: axis axis2: [0, k - 1] step 1 in body, ops {{[0-9]+}}
// CHECK-NEXT: base A: pointer, arg 2
// CHECK-NEXT: base B: pointer, arg 3
// CHECK-NEXT: base C: pointer, arg 5
// CHECK-NEXT: read A: 8 at 8*k*i + 8*axis2, always
// CHECK-NEXT: read B: 8 at 8*j + 8*m*axis2, always
// CHECK-NEXT: write C: 8 at 8*m*i + 8*j, always

// CHECK-LABEL: loop halves_2: rank 1, ops {{[0-9]+}}
// CHECK-NEXT: base out: pointer, arg 1
// CHECK-NEXT: base in: pointer, arg 2
// CHECK-NEXT: read in: 4 at 4*i + 4*(n / 2), always
// CHECK-NEXT: read in: 4 at 12*(n >> 1), always
// CHECK-NEXT: write out: 4 at 4*i, always

// CHECK-LABEL: loop inner_3: rank 1, ops {{[0-9]+}}
// CHECK-NEXT: axis axis1: [0, 9] step 3 in body, ops {{[0-9]+}}
// CHECK-NEXT: axis axis2: [2, 10] step -4 in body, ops {{[0-9]+}}
// CHECK-NEXT: base a: pointer, arg 1
// CHECK-NEXT: base b: pointer, arg 2
// CHECK-NEXT: write a: 4 at 44*i + 4*axis1, always
// CHECK-NEXT: write b: 4 at 44*i + 4*axis2, always

// CHECK-LABEL: loop reversed_4: rank 1, ops {{[0-9]+}}
// CHECK-NEXT: base a: pointer, arg 1
// CHECK-NEXT: base b: pointer, arg 3
// CHECK-NEXT: read b: 4 at 4*i, always
// CHECK-NEXT: write a: 4 at -4*i + 4*n - 4, always

// CHECK-LABEL: loop strided_5: rank 1, ops {{[0-9]+}}
// CHECK-NEXT: base a: pointer, arg 1
// CHECK-NEXT: write a: 4 at 8*i + 4, always

// CHECK-LABEL: loop tiles_6: rank 1, ops {{[0-9]+}}
// CHECK-NEXT: axis axis1: [t, n - 1] step 1 in body, ops {{[0-9]+}}
// CHECK-NEXT: base a: pointer, arg 2
// CHECK-NEXT: write a: 4 at 4*axis1

// CHECK-LABEL: loop triangular_7: rank 1, ops {{[0-9]+}}
// CHECK-NEXT: axis axis1: [0, i] step 1 in body, ops {{[0-9]+}}
// CHECK-NEXT: base L: pointer, arg 1
// CHECK-NEXT: write L: 8 at 8*n*i + 8*axis1

// CHECK-LABEL: loop turned_8: rank 1, ops {{[0-9]+}}
// CHECK-NEXT: axis axis1: [0, m - 1] step 1 in body, ops {{[0-9]+}}
// CHECK-NEXT: axis axis2: [3, m] step -1 in body, ops {{[0-9]+}}
// CHECK-NEXT: base a: pointer, arg 2
// CHECK-NEXT: base b: pointer, arg 3
// CHECK-NEXT: write a: 8 at 8*m*i + 8*axis1, always
// CHECK-NEXT: write b: 8 at 8*m*i + 8*axis2, always

// CHECK-LABEL: loop variable_length_9: rank 1, ops {{[0-9]+}}
// CHECK-NEXT: axis axis1: [1, m - 2] step 1 in body, ops {{[0-9]+}}
// CHECK-NEXT: base B: pointer, arg 2
// CHECK-NEXT: base A: pointer, arg 3
// CHECK-NEXT: read A: 8 at sizeof(double[m])*i + 8*axis1 - sizeof(double[m]), always
// CHECK-NEXT: read A: 8 at sizeof(double[m])*i + 8*axis1 + 8, always
// CHECK-NEXT: write B: 8 at sizeof(double[m])*i + 8*axis1, always
// CHECK-NOT: {{.}}
