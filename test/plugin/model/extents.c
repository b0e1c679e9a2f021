// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: rm -rf %t
// RUN: %clang %plugin -fplugin-arg-twofold-dump=%t -Wno-pass-failed -fsyntax-only %s
// RUN: cat %t/*.access.txt | %FileCheck %s
//
// How large captured memory is.
float table[4][8];

void bounds(int n, float a[static 16], float *b, int local) {
  float fixed[32];
  float varying[n][local];
#pragma twofold parallel for extent(b, 2 * n + n / 3)
  for (int i = 0; i < n; ++i) {
    fixed[i] = a[i] + table[i][0];
    varying[i][1] = b[i];
  }
}

void counts(int n, unsigned short m, const int *sizes, float (*rows)[8], void *raw) {
#pragma twofold parallel for extent(rows, n * m) extent(sizes, 12)
  for (int i = 0; i < n; ++i)
    rows[sizes[i]][0] = ((char *)raw)[i];
}

// CHECK-LABEL: loop bounds_0: rank 1, ops {{[0-9]+}}
// CHECK-NEXT: base fixed: object, arg 1, extent 128
// CHECK-NEXT: base a: pointer, arg 2
// CHECK-NEXT: base table: object, arg 3, extent 128
// CHECK-NEXT: base varying: object, arg 4, extent sizeof(float[n][local])
// CHECK-NEXT: base b: pointer, arg 5, extent 8*n + 4*(n / 3)
// CHECK-NEXT: read a: 4 at 4*i, always
// CHECK-NEXT: read table: 4 at 32*i, always
// CHECK-NEXT: write fixed: 4 at 4*i, always
// CHECK-NEXT: read b: 4 at 4*i, always
// CHECK-NEXT: write varying: 4 at sizeof(float[local])*i + 4, always

// CHECK-LABEL: loop counts_1: rank 1, ops {{[0-9]+}}
// CHECK-NEXT: base rows: pointer, arg 1, extent 32*n*m
// CHECK-NEXT: base sizes: pointer, arg 2, extent 48
// CHECK-NEXT: base raw: pointer, arg 3
// CHECK-NEXT: read raw: 1 at i, always
// CHECK-NEXT: read sizes: 4 at 4*i, always
// CHECK-NEXT: write rows: anywhere
// CHECK-NOT: {{.}}
