// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Last and private values; continue.
// RUN: rm -rf %t.dir && mkdir %t.dir
// RUN: %clang %plugin -fplugin-arg-twofold-dump=%t.dir -Werror=pass-failed -fsyntax-only %s
// RUN: %clang -x cl -cl-std=CL1.2 -Xclang -finclude-default-header -fsyntax-only -Werror %t.dir/*.cl
// RUN: cat %t.dir/*.cl | %FileCheck %s

int last(int n, const int *x, int *y) {
  int v, w;
#pragma twofold parallel for lastprivate(v) private(w)
  for (int i = 0; i < n; ++i) {
    v = x[i];
    w = v * 2;
    if (v < 0)
      continue;
    y[i] = w;
  }
  return v;
}

void skip(int n, const int *x, int *y) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    if (x[i] < 0)
      continue;
    for (int j = 0; j < 3; ++j) {
      if (j == x[i])
        continue;
      switch (x[i]) {
      case 1:
      case 3:
        y[i] += j;
        break;
      case 5 ... 7:
        continue;
      default:
        y[i] = 0;
      }
    }
  }
}

// CHECK-LABEL: __kernel void last_0(
// CHECK: __global int *v_last,
// CHECK: int i = (int)i_index;
// CHECK: int v;
// CHECK: do {
// CHECK: int w;
// CHECK: v = x[i];
// CHECK: w = v * 2;
// CHECK: if (v < 0) {
// CHECK: continue;
// CHECK: y[i] = w;
// CHECK: if (i_index == i_trips - 1) {
// CHECK: *v_last = v;
// CHECK-LABEL: __kernel void skip_1(
// CHECK: int i = (int)i_index;
// CHECK: if (x[i] < 0) {
// CHECK: for (int j = 0; j < 3; ++j) {
// CHECK: if (j == x[i]) {
// CHECK: continue;
// CHECK: switch (x[i]) {
// CHECK: case 1:
// CHECK: case 3:
// CHECK: y[i] += j;
// CHECK: break;
// CHECK: case 5:
// CHECK: case 6:
// CHECK: case 7:
// CHECK: continue;
// CHECK: default:
// CHECK: y[i] = 0;
