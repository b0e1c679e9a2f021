// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: rm -rf %t
// RUN: %clang %plugin -fplugin-arg-twofold-dump=%t -Wno-pass-failed -fsyntax-only %s
// RUN: cat %t/*.access.txt | %FileCheck %s
//
// Helper functions are looked into.
#include <math.h>

static void fill(float *row, int count, float value) {
  for (int j = 0; j < count; ++j)
    row[j] = value;
}

static int positive(const int *a, int n) {
  for (int i = 0; i < n; ++i)
    if (a[i] > 0)
      return i;
  return -1;
}

static float read(const float *a, int i) { return i < 0 ? 0 : a[i]; }

static int deeper(float *a, int n) { return n ? deeper(a, n - 1) : (int)a[0]; }

void outside(float *);

void early(int n, const int *a, int *out) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    int k = positive(a, n);
    if (k >= 0)
      out[k] = 1;
  }
}

void guarded(int n, const float *a, float *out) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    out[i] = read(a, i - 1) + sqrtf(a[i]);
}

void recursive(int n, float *a, int *out) {
#pragma twofold parallel for extent(a, n)
  for (int i = 0; i < n; ++i)
    out[i] = deeper(a, i);
}

void rows(int n, int m, float *a) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    fill(&a[i * m], m, i);
}

void unseen(int n, float *a) {
#pragma twofold parallel for extent(a, n)
  for (int i = 0; i < n; ++i)
    outside(a + i);
}

// CHECK-LABEL: loop early_0: rank 1, ops {{[0-9]+}}
// CHECK-NEXT: axis axis1: [0, n - 1] step 1 in body, ops {{[0-9]+}}
// CHECK-NEXT: base a: pointer, arg 1
// CHECK-NEXT: base out: pointer, arg 3
// CHECK-NEXT: read a: 4 at 4*axis1
// CHECK-NEXT: write out: 4 at 4*axis1

// CHECK-LABEL: loop guarded_1: rank 1, ops {{[0-9]+}}
// CHECK-NEXT: interval axis1: [1, i]
// CHECK-NEXT: base out: pointer, arg 1
// CHECK-NEXT: base a: pointer, arg 2
// CHECK-NEXT: read a: 4 at 4*axis1 - 4
// CHECK-NEXT: read a: 4 at 4*i, always
// CHECK-NEXT: write out: 4 at 4*i, always

// CHECK-LABEL: loop recursive_2: rank 1, ops {{[0-9]+}}
// CHECK-NEXT: base out: pointer, arg 1
// CHECK-NEXT: base a: pointer, arg 2, extent 4*n
// CHECK-NEXT: update a: anywhere
// CHECK-NEXT: read a: 4 at 0
// CHECK-NEXT: write out: 4 at 4*i, always

// CHECK-LABEL: loop rows_3: rank 1, ops {{[0-9]+}}
// CHECK-NEXT: axis axis1: [0, m - 1] step 1 in body, ops {{[0-9]+}}
// CHECK-NEXT: base a: pointer, arg 1
// CHECK-NEXT: write a: 4 at 4*m*i + 4*axis1, always

// CHECK-LABEL: loop unseen_4: rank 1, ops {{[0-9]+}}
// CHECK-NEXT: base a: pointer, arg 1, extent 4*n
// CHECK-NEXT: update a: anywhere
// CHECK-NOT: {{.}}
