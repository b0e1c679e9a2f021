// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: rm -rf %t
// RUN: %clang %plugin -fplugin-arg-twofold-dump=%t -Wno-pass-failed -fsyntax-only %s
// RUN: cat %t/*.access.txt | %FileCheck %s
//
// C's integers wrap where forms do not: checks say when they agree.
void bytes(int n, signed char lo, float *a) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    for (signed char j = lo; j <= 100; ++j)
      a[i * 256 + j] = 1;
}

void endless(unsigned n, unsigned m, float *a) {
#pragma twofold parallel for
  for (unsigned i = 0; i < n; ++i) {
    for (unsigned j = 0; j <= m; ++j)
      a[j] = 1;
    for (unsigned j = m; j >= 1; --j)
      a[j] = 1;
    for (unsigned j = 0; j != m; ++j)
      a[j] = 1;
    for (unsigned long j = 0; j < 0xffffffffffffffff; ++j)
      if (a[0] > 0)
        break;
  }
}

void narrowed(long n, float *a, const float *b) {
#pragma twofold parallel for
  for (long i = 0; i < n; ++i)
    a[(int)i] = b[(short)(i * 2)];
}

// Addresses wrap like 64-bit numbers do.
void sizes(unsigned long n, unsigned long k, float *a, const float *b) {
#pragma twofold parallel for
  for (unsigned long i = 1; i < n; ++i)
    a[i] = b[i - 1] + b[n - i] + b[i + (k + 1) * 3];
}

void unsigneds(unsigned n, unsigned k, float *a) {
#pragma twofold parallel for
  for (unsigned i = 0; i < n; ++i)
    a[i - k] = a[i + 1u] + a[(int)(i - 4)];
}

// Of two bounds the smaller number counts, once both are unsigned; and a loop
// that begins below zero then never runs.
void wrapping_bounds(int n, int k, unsigned char c, float *a, float *b) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    for (unsigned long j = 3; j <= (k < i ? k : i); ++j)
      a[j] = 1;
    for (unsigned j = 0 - c; j < 7; ++j)
      b[i] = 1;
  }
}

// A number that is compared as one of another type is the same one, if that type is
// no narrower.
void compared(int n, unsigned m, int k, float *a, float *b) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < m; ++j)
      a[i * 8 + j] = 1;
    for (int j = 0; (signed char)j < k; ++j)
      b[i * 300 + j] = 1;
  }
}

// CHECK-LABEL: loop bytes_0: rank 1, ops {{[0-9]+}}
// CHECK-NEXT: axis axis1: [lo, 100] step 1 in body, ops {{[0-9]+}}
// CHECK-NEXT: base a: pointer, arg 2
// CHECK-NEXT: write a: 4 at 1024*i + 4*axis1, always

// CHECK-LABEL: loop compared_6: rank 1, ops {{[0-9]+}}
// CHECK-NEXT: axis axis1: [0, m - 1] step 1 in body, ops {{[0-9]+}}
// CHECK-NEXT: axis axis2: unknown in body, ops {{[0-9]+}}
// CHECK-NEXT: base a: pointer, arg 2
// CHECK-NEXT: base b: pointer, arg 4
// CHECK-NEXT: write a: 4 at 32*i + 4*axis1, always
// CHECK-NEXT: write b: anywhere

// CHECK-LABEL: loop endless_1: rank 1, ops {{[0-9]+}}
// CHECK-NEXT: axis axis1: [0, m] step 1 in body, ops {{[0-9]+}}
// CHECK-NEXT: axis axis2: [1, m] step -1 in body, ops {{[0-9]+}}
// CHECK-NEXT: axis axis3: [0, m - 1] step 1 in body, ops {{[0-9]+}}
// CHECK-NEXT: axis axis4: unknown in body, ops {{[0-9]+}}
// CHECK-NEXT: base a: pointer, arg 2
// CHECK-NEXT: write a: 4 at 4*axis1, always
// CHECK-NEXT: write a: 4 at 4*axis2, always
// CHECK-NEXT: write a: 4 at 4*axis3, always
// CHECK-NEXT: read a: 4 at 0
// CHECK-NEXT: check m + 1 in [0, 4294967295]

// CHECK-LABEL: loop narrowed_2: rank 1, ops {{[0-9]+}}
// CHECK-NEXT: base a: pointer, arg 1
// CHECK-NEXT: base b: pointer, arg 2
// CHECK-NEXT: read b: 4 at 8*i, always
// CHECK-NEXT: write a: 4 at 4*i, always
// CHECK-NEXT: check 2*i in [-32768, 32767]
// CHECK-NEXT: check i in [-2147483648, 2147483647]

// CHECK-LABEL: loop sizes_3: rank 1, ops {{[0-9]+}}
// CHECK-NEXT: base a: pointer, arg 1
// CHECK-NEXT: base b: pointer, arg 2
// CHECK-NEXT: read b: 4 at 4*i - 4, always
// CHECK-NEXT: read b: 4 at -4*i + 4*n, always
// CHECK-NEXT: read b: 4 at 4*i + 12*k + 12, always
// CHECK-NEXT: write a: 4 at 4*i, always

// CHECK-LABEL: loop unsigneds_4: rank 1, ops {{[0-9]+}}
// CHECK-NEXT: base a: pointer, arg 1
// CHECK-NEXT: read a: 4 at 4*i + 4, always
// CHECK-NEXT: read a: 4 at 4*i - 16, always
// CHECK-NEXT: write a: 4 at 4*i - 4*k, always
// CHECK-NEXT: check i + 1 in [0, 4294967295]
// CHECK-NEXT: check i - 4 in [-2147483648, 2147483647]
// CHECK-NEXT: check i - k in [0, 4294967295]

// CHECK-LABEL: loop wrapping_bounds_5: rank 1, ops {{[0-9]+}}
// CHECK-NEXT: axis axis1: [3, k] step 1 in body, ops {{[0-9]+}}
// CHECK-NEXT: axis axis2: [-c, 6] step 1 in body, ops {{[0-9]+}}
// CHECK-NEXT: base a: pointer, arg 2
// CHECK-NEXT: base b: pointer, arg 4
// CHECK-NEXT: write a: 4 at 4*axis1
// CHECK-NEXT: write b: 4 at 4*i
// CHECK-NEXT: check k in [0, 9223372036854775807]
// CHECK-NEXT: check k + 1 in [0, 9223372036854775807]
// CHECK-NOT: {{.}}
