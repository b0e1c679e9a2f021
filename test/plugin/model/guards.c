// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: rm -rf %t
// RUN: %clang %plugin -fplugin-arg-twofold-dump=%t -Wno-pass-failed -fsyntax-only %s
// RUN: cat %t/*.access.txt | %FileCheck %s
// RUN: %FileCheck %s --check-prefix=ORDER --input-file=%t/guards.c.chosen_7.05-order.txt
//
// Conditions narrow the range of what they guard, and make it conditional.
void blur(int w, int h, const unsigned char *in, unsigned char *out) {
#pragma twofold parallel for collapse(2)
  for (int y = 0; y < h; ++y)
    for (int x = 0; x < w; ++x) {
      int sum = 0;
      for (int dy = -1; dy <= 1; ++dy)
        for (int dx = -1; dx <= 1; ++dx) {
          int yy = y + dy, xx = x + dx;
          if (yy >= 0 && yy < h && xx >= 0 && xx < w)
            sum += in[yy * w + xx];
        }
      out[y * w + x] = sum / 9;
    }
}

static int clamped(int x, int low, int high) {
  return x < low ? low : x > high ? high : x;
}

void clamps(int n, const float *in, float *out) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    int j = i - 3;
    if (j < 0)
      j = 0;
    if (j >= n)
      j = n - 1;
    out[i] = in[j] + in[clamped(i + 2, 0, n - 1)];
  }
}

void continues(int n, float *a, const float *b) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    a[i] = 0;
    if (i == 0)
      continue;
    if (i < 5)
      continue;
    a[i] = b[i - 5];
  }
}

void elses(int n, float *a, const float *b) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    if (!(i > 0 && i < n - 1))
      a[i] = 0;
    else
      a[i] = b[i - 1] + b[i + 1];
    if (n > 7 || i == 3)
      a[i] = 5;
  }
}

void loops(int n, int m, float *a, float *b) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < 4; ++j)
      a[i] = j; // surely runs
    for (int j = 0; j < m; ++j)
      b[i] = j; // may not
    for (int j = 0; j < 4; ++j) {
      if (a[i] > j)
        break;
      a[n + 4 * i + j] = 1; // may end early
    }
  }
}

// Unsigned comparisons speak of the wrapped number; those of 64 bits hold for
// bounds that fit a signed one.
void sizes(unsigned long n, unsigned long m, const double *a, double *b) {
#pragma twofold parallel for
  for (unsigned long i = 0; i < n; ++i)
    for (unsigned long j = 0; j + 1 < m; ++j)
      if (j > 0 && j - 1 < m)
        b[i * m + j] = a[i * m + j - 1];
}

void switches(int n, int k, float *a, float *b) {
#pragma twofold parallel for extent(a, n + 1)
  for (int i = 0; i < n; ++i) {
    int j = i;
    switch (k) {
    case 0:
      j = i + 1;
    case 1:
      a[j] = 1; // from above or from the top
      break;
    default:
      b[i] = 2;
    }
  }
}

// Where rows end another number says, or its being 0.
void chosen(int n, int m, _Bool wide, double *a) {
#pragma twofold parallel for
  for (int i = 0; i < n; i++)
    for (int j = 0; j < (!wide ? m - 1 : m); j++)
      a[i * m + j] = j;
}
// ORDER: if a call finds 1 pair of references apart

// CHECK-LABEL: loop blur_0: rank 2, ops {{[0-9]+}}
// CHECK-NEXT: axis axis2: [-1, 1] step 1 in body, ops {{[0-9]+}}
// CHECK-NEXT: axis axis3: [-1, 1] step 1 in axis2, ops {{[0-9]+}}
// CHECK-NEXT: interval axis4: [0, h - 1]
// CHECK-NEXT: interval axis5: [0, w - 1]
// CHECK-NEXT: base in: pointer, arg 3
// CHECK-NEXT: base out: pointer, arg 4
// CHECK-NEXT: read in: 1 at w*axis4 + axis5
// CHECK-NEXT: write out: 1 at w*y + x, always

// CHECK-LABEL: loop chosen_7: rank 1, ops {{[0-9]+}}
// CHECK-NEXT: axis axis1: unknown in body, ops {{[0-9]+}}
// CHECK-NEXT: base a: pointer, arg 3
// CHECK-NEXT: write a: anywhere

// CHECK-LABEL: loop clamps_1: rank 1, ops {{[0-9]+}}
// CHECK-NEXT: interval axis1: [3, n + 2]
// CHECK-NEXT: interval axis2: [i, n - 3]
// CHECK-NEXT: base out: pointer, arg 2
// CHECK-NEXT: base in: pointer, arg 3
// CHECK-NEXT: read in: 4 at 4*n - 4
// CHECK-NEXT: read in: 4 at 0
// CHECK-NEXT: read in: 4 at 4*axis1 - 12
// CHECK-NEXT: read in: 4 at 4*axis2 + 8
// CHECK-NEXT: write out: 4 at 4*i, always

// CHECK-LABEL: loop continues_2: rank 1, ops {{[0-9]+}}
// CHECK-NEXT: interval axis1: [5, i]
// CHECK-NEXT: base a: pointer, arg 1
// CHECK-NEXT: base b: pointer, arg 2
// CHECK-NEXT: write a: 4 at 4*i, always
// CHECK-NEXT: read b: 4 at 4*axis1 - 20
// CHECK-NEXT: write a: 4 at 4*axis1

// CHECK-LABEL: loop elses_3: rank 1, ops {{[0-9]+}}
// CHECK-NEXT: interval axis1: [1, n - 2]
// CHECK-NEXT: base a: pointer, arg 2
// CHECK-NEXT: base b: pointer, arg 3
// CHECK-NEXT: write a: 4 at 4*i
// CHECK-NEXT: read b: 4 at 4*axis1 - 4
// CHECK-NEXT: read b: 4 at 4*axis1 + 4
// CHECK-NEXT: write a: 4 at 4*axis1

// CHECK-LABEL: loop loops_4: rank 1, ops {{[0-9]+}}
// CHECK-NEXT: axis axis1: [0, 3] step 1 in body, ops {{[0-9]+}}
// CHECK-NEXT: axis axis2: [0, m - 1] step 1 in body, ops {{[0-9]+}}
// CHECK-NEXT: axis axis3: [0, 3] step 1 in body, ops {{[0-9]+}}
// CHECK-NEXT: base a: pointer, arg 1
// CHECK-NEXT: base b: pointer, arg 3
// CHECK-NEXT: write a: 4 at 4*i, always
// CHECK-NEXT: write b: 4 at 4*i
// CHECK-NEXT: read a: 4 at 4*i
// CHECK-NEXT: write a: 4 at 16*i + 4*axis3 + 4*n

// CHECK-LABEL: loop sizes_5: rank 1, ops {{[0-9]+}}
// CHECK-NEXT: axis axis1: [0, m - 2] step 1 in body, ops {{[0-9]+}}
// CHECK-NEXT: interval axis2: [1, axis1]
// CHECK-NEXT: base b: pointer, arg 2
// CHECK-NEXT: base a: pointer, arg 3
// CHECK-NEXT: read a: 8 at 8*m*i + 8*axis2 - 8
// CHECK-NEXT: write b: 8 at 8*m*i + 8*axis2
// CHECK-NEXT: check m in [0, 9223372036854775807]
// CHECK-NEXT: check m - 1 in [0, 9223372036854775807]

// CHECK-LABEL: loop switches_6: rank 1, ops {{[0-9]+}}
// CHECK-NEXT: base a: pointer, arg 2, extent 4*n + 4
// CHECK-NEXT: base b: pointer, arg 3
// CHECK-NEXT: write a: anywhere
// CHECK-NEXT: write b: 4 at 4*i
// CHECK-NOT: {{.}}
