// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: rm -rf %t
// RUN: %clang %plugin -fplugin-arg-twofold-dump=%t -Wno-pass-failed -fsyntax-only %s
// RUN: cat %t/*.access.txt | %FileCheck %s
//
// Pointers into captured memory.
void elements(float *first, float *last) {
#pragma twofold parallel for
  for (float *p = first; p < last; ++p)
    *p = p[1] * 2;
}

void jumps(int n, float *a) {
#pragma twofold parallel for extent(a, n)
  for (int i = 0; i < n; ++i) {
    int j = 0;
  again:
    a[j] = 1;
    if (++j < i)
      goto again;
  }
}

void moves(int n, const float *a, float *out) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    const float *p = a + 3 * i;
    float sum = *p++;
    sum += *p++;
    p += 4;
    out[i] = sum + p[-1];
  }
}

void one_of_two(int n, float *a, float *b, float *out) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    float *p = i & 1 ? a : b;
    out[i] = p[i];
  }
}

void private_memory(int n, float *out) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    float window[4] = {0, 1, 2, 3};
    float *p = window;
    p[i & 3] = 4;
    int k = i, *q = &k;
    *q = 7;
    out[i] = p[2] + window[1];
  }
}

void rows(int n, int m, float (*image)[8], const float *a, float *out) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    const float *row = a + i * m;
    float *line = image[i];
    for (int j = 0; j < m; ++j)
      out[i] = row[j];
    for (int j = 0; j < 8; ++j)
      line[j] = 0;
  }
}

void walks(int n, int m, const float *a, float *out) {
#pragma twofold parallel for extent(a, n * m)
  for (int i = 0; i < n; ++i) {
    const float *p = a + i * m, *end = p + m;
    float sum = 0;
    while (p < end)
      sum += *p++;
    out[i] = sum;
  }
}

// CHECK-LABEL: loop elements_0: rank 1, ops {{[0-9]+}}
// CHECK-NEXT: base p: pointer, arg 1
// CHECK-NEXT: read p: 4 at 4*p + 4, always
// CHECK-NEXT: write p: 4 at 4*p, always

// CHECK-LABEL: loop jumps_1: rank 1, ops {{[0-9]+}}
// CHECK-NEXT: base a: pointer, arg 1, extent 4*n
// CHECK-NEXT: write a: anywhere

// CHECK-LABEL: loop moves_2: rank 1, ops {{[0-9]+}}
// CHECK-NEXT: base a: pointer, arg 1
// CHECK-NEXT: base out: pointer, arg 2
// CHECK-NEXT: read a: 4 at 12*i, always
// CHECK-NEXT: read a: 4 at 12*i + 4, always
// CHECK-NEXT: read a: 4 at 12*i + 20, always
// CHECK-NEXT: write out: 4 at 4*i, always

// CHECK-LABEL: loop one_of_two_3: rank 1, ops {{[0-9]+}}
// CHECK-NEXT: base a: pointer, arg 1
// CHECK-NEXT: base b: pointer, arg 2
// CHECK-NEXT: base out: pointer, arg 3
// CHECK-NEXT: read a: 4 at 4*i
// CHECK-NEXT: read b: 4 at 4*i
// CHECK-NEXT: write out: 4 at 4*i, always

// CHECK-LABEL: loop private_memory_4: rank 1, ops {{[0-9]+}}
// CHECK-NEXT: base out: pointer, arg 1
// CHECK-NEXT: write out: 4 at 4*i, always

// CHECK-LABEL: loop rows_5: rank 1, ops {{[0-9]+}}
// CHECK-NEXT: axis axis1: [0, m - 1] step 1 in body, ops {{[0-9]+}}
// CHECK-NEXT: axis axis2: [0, 7] step 1 in body, ops {{[0-9]+}}
// CHECK-NEXT: base a: pointer, arg 1
// CHECK-NEXT: base image: pointer, arg 3
// CHECK-NEXT: base out: pointer, arg 4
// CHECK-NEXT: read a: 4 at 4*m*i + 4*axis1, always
// CHECK-NEXT: write out: 4 at 4*i
// CHECK-NEXT: write image: 4 at 32*i + 4*axis2, always

// CHECK-LABEL: loop walks_6: rank 1, ops {{[0-9]+}}
// CHECK-NEXT: axis axis1: unknown in body, ops {{[0-9]+}}
// CHECK-NEXT: base a: pointer, arg 1, extent 4*m*n
// CHECK-NEXT: base out: pointer, arg 3
// CHECK-NEXT: read a: anywhere
// CHECK-NEXT: write out: 4 at 4*i, always
// CHECK-NOT: {{.}}
