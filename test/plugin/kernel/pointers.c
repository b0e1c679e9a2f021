// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Null tests and distances.
// RUN: rm -rf %t.dir && mkdir %t.dir
// RUN: %clang %plugin -fplugin-arg-twofold-dump=%t.dir -Werror=pass-failed -fsyntax-only %s
// RUN: %clang -x cl -cl-std=CL1.2 -Xclang -finclude-default-header -fsyntax-only -Werror %t.dir/*.cl
// RUN: cat %t.dir/*.cl | %FileCheck %s

void masked(int n, float *x, const float *mask) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    if (!mask || mask[i])
      x[i] = 1;
}

void inside(int n, float *x) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    float *p = x + i;
    *p = p - x;
  }
}

// CHECK-LABEL: __kernel void inside_1(
// CHECK: __global uchar *x_mem, long x_off,
// CHECK: ulong i_trips,
// CHECK: ulong i_first) {
// CHECK: int i = (int)i_index;
// CHECK: __global float *p = x + i;
// CHECK: *p = (float)(long)(p - x);
// CHECK-LABEL: __kernel void masked_0(
// CHECK: __global uchar *mask_mem, long mask_off,
// CHECK: __global uchar *x_mem, long x_off,
// CHECK: ulong i_trips,
// CHECK: ulong i_first,
// CHECK: ulong mask_host,
// CHECK: ulong x_host) {
// CHECK: if (mask_host == 0)
// CHECK: mask = 0;
// CHECK: if (x_host == 0)
// CHECK: x = 0;
// CHECK: int i = (int)i_index;
// CHECK: if (!(mask != 0) || mask[i] != 0.0f) {
// CHECK: x[i] = 1.0f;
