// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: rm -rf %t
// RUN: %clang %plugin -fplugin-arg-twofold-dump=%t -Wno-pass-failed -fsyntax-only %s
// RUN: cat %t/*.access.txt | %FileCheck %s
//
// Subscripts that are not affine.
void bytes(int n, const unsigned char *image, int *seen, const float *curve) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    seen[image[i]] = curve[(unsigned char)(i * 7)] > 0;
}

void gathers(int n, int m, const int *index, const float *in, float *out) {
#pragma twofold parallel for extent(in, m + 1)
  for (int i = 0; i < n; ++i)
    out[i] = in[index[i]];
}

float table[64][3];

void masks(int n, float *out) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    out[i] = table[i & 63][1];
}

// i - 1 may be negative; i + n - 1 cannot be where n is a divisor.
void periodic(int n, const float *in, float *out) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    out[i] = in[(i + 1) % n] + in[(i + n - 1) % n] + in[(i - 1) % n];
}

void products(int n, const float *in, float *out) {
#pragma twofold parallel for extent(in, n)
  for (int i = 0; i < n; ++i)
    out[i] = in[i * i / n] + in[i >> 1];
}

// Both pointers may be either array.
void swaps(int n, int steps, float *a, float *b) {
#pragma twofold parallel for extent(a, n) extent(b, n)
  for (int i = 0; i < n; ++i) {
    float *p = a, *q = b;
    for (int s = 0; s < steps; ++s) {
      p[i] = q[i];
      float *t = p;
      p = q;
      q = t;
    }
  }
}

// CHECK-LABEL: loop bytes_0: rank 1, ops {{[0-9]+}}
// CHECK-NEXT: interval axis1: [0, 255]
// CHECK-NEXT: interval axis2: [0, 255]
// CHECK-NEXT: base seen: pointer, arg 1
// CHECK-NEXT: base image: pointer, arg 2
// CHECK-NEXT: base curve: pointer, arg 3
// CHECK-NEXT: read curve: 4 at 4*axis1
// CHECK-NEXT: read image: 1 at i, always
// CHECK-NEXT: write seen: 4 at 4*axis2

// CHECK-LABEL: loop gathers_1: rank 1, ops {{[0-9]+}}
// CHECK-NEXT: base out: pointer, arg 1
// CHECK-NEXT: base in: pointer, arg 2, extent 4*m + 4
// CHECK-NEXT: base index: pointer, arg 3
// CHECK-NEXT: read index: 4 at 4*i, always
// CHECK-NEXT: read in: anywhere
// CHECK-NEXT: write out: 4 at 4*i, always

// CHECK-LABEL: loop masks_2: rank 1, ops {{[0-9]+}}
// CHECK-NEXT: interval axis1: [0, 63]
// CHECK-NEXT: base out: pointer, arg 1
// CHECK-NEXT: base table: object, arg 2, extent 768
// CHECK-NEXT: read table: 4 at 12*axis1 + 4
// CHECK-NEXT: write out: 4 at 4*i, always

// CHECK-LABEL: loop periodic_3: rank 1, ops {{[0-9]+}}
// CHECK-NEXT: interval axis1: [0, n - 1]
// CHECK-NEXT: interval axis2: [0, n - 1]
// CHECK-NEXT: interval axis3: [-n + 1, n - 1]
// CHECK-NEXT: base out: pointer, arg 1
// CHECK-NEXT: base in: pointer, arg 2
// CHECK-NEXT: read in: 4 at 4*axis1
// CHECK-NEXT: read in: 4 at 4*axis2
// CHECK-NEXT: read in: 4 at 4*axis3
// CHECK-NEXT: write out: 4 at 4*i, always
// CHECK-NEXT: check n in [1, 9223372036854775807]

// CHECK-LABEL: loop products_4: rank 1, ops {{[0-9]+}}
// CHECK-NEXT: base out: pointer, arg 1
// CHECK-NEXT: base in: pointer, arg 2, extent 4*n
// CHECK-NEXT: read in: anywhere
// CHECK-NEXT: write out: 4 at 4*i, always

// CHECK-LABEL: loop swaps_5: rank 1, ops {{[0-9]+}}
// CHECK-NEXT: axis axis1: [0, steps - 1] step 1 in body, ops {{[0-9]+}}
// CHECK-NEXT: base a: pointer, arg 1, extent 4*n
// CHECK-NEXT: base b: pointer, arg 2, extent 4*n
// CHECK-NEXT: update b: anywhere
// CHECK-NEXT: update a: anywhere
// CHECK-NOT: {{.}}
