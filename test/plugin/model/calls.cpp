// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: rm -rf %t
// RUN: %clangxx -std=c++17 %plugin -fplugin-arg-twofold-dump=%t -Wno-pass-failed -fsyntax-only %s
// RUN: cat %t/*.access.txt | %FileCheck %s
//
// References, members, operators, templates.
#include <algorithm>
#include <cstddef>

struct pair {
  float x, y;
  pair operator+(const pair &other) const { return {x + other.x, y + other.y}; }
  float sum() const { return x + y; }
};

struct owner {
  int n;
  float data[16];
  void fill() {
#pragma twofold parallel for
    for (int i = 0; i < 16; ++i)
      data[i] = i + n;
  }
};
void use(owner &o) { o.fill(); }

void operators(int n, const pair *a, pair *b, float *sums) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    b[i] = a[i] + a[i + 1];
    sums[i] = a[i].sum();
  }
}

void references(int n, float *a) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    float &r = a[2 * i];
    const float &next = a[2 * i + 1];
    r += next;
  }
}

void selects(int n, int r, const float *a, float *b) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    float sum = 0;
    for (int j = std::max(i - r, 0); j < std::min(i + r + 1, n); ++j)
      sum += a[j];
    b[i] = sum + a[std::clamp(i + 5, 0, n - 1)] + std::max(a[i], b[i]);
  }
}

template <typename T> void typed(int n, T a, const T *x, T *y) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    y[i] += a * x[i];
}
template void typed<double>(int, double, const double *, double *);

// CHECK-LABEL: loop fill_4: rank 1, ops {{[0-9]+}}
// CHECK-NEXT: base data: pointer, arg {{[0-9]}}, extent 64
// CHECK-NEXT: write data: 4 at 4*i, always

// CHECK-LABEL: loop operators_0: rank 1, ops {{[0-9]+}}
// CHECK-NEXT: base b: pointer, arg 1
// CHECK-NEXT: base a: pointer, arg 2
// CHECK-NEXT: base sums: pointer, arg 3
// CHECK-NEXT: read a: 4 at 8*i, always
// CHECK-NEXT: read a: 4 at 8*i + 8, always
// CHECK-NEXT: read a: 4 at 8*i + 4, always
// CHECK-NEXT: read a: 4 at 8*i + 12, always
// CHECK-NEXT: write b: 8 at 8*i, always
// CHECK-NEXT: write sums: 4 at 4*i, always

// CHECK-LABEL: loop references_1: rank 1, ops {{[0-9]+}}
// CHECK-NEXT: base a: pointer, arg 1
// CHECK-NEXT: read a: 4 at 8*i + 4, always
// CHECK-NEXT: update a: 4 at 8*i, always

// CHECK-LABEL: loop selects_2: rank 1, ops {{[0-9]+}}
// CHECK-NEXT: axis axis1: [0, n - 1] step 1 in body, ops {{[0-9]+}}
// CHECK-NEXT: interval axis2: [i, n - 6]
// CHECK-NEXT: base a: pointer, arg 3
// CHECK-NEXT: base b: pointer, arg 4
// CHECK-NEXT: read a: 4 at 4*axis1
// CHECK-NEXT: read a: 4 at 4*axis2 + 20
// CHECK-NEXT: read a: 4 at 0
// CHECK-NEXT: read a: 4 at 4*n - 4
// CHECK-NEXT: read a: 4 at 4*i, always
// CHECK-NEXT: update b: 4 at 4*i, always

// CHECK-LABEL: loop typed_3: rank 1, ops {{[0-9]+}}
// CHECK-NEXT: base y: pointer, arg 1
// CHECK-NEXT: base x: pointer, arg 3
// CHECK-NEXT: read x: 8 at 8*i, always
// CHECK-NEXT: update y: 8 at 8*i, always
// CHECK-NOT: {{.}}
