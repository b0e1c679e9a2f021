// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Nests, arrays of arrays and pointer loops.
// RUN: rm -rf %t.dir && mkdir %t.dir
// RUN: %clang %plugin -fplugin-arg-twofold-dump=%t.dir -Wno-pass-failed -fsyntax-only %s
// RUN: %clang -x cl -cl-std=CL1.2 -Xclang -finclude-default-header -fsyntax-only -Werror %t.dir/*.cl
// RUN: cat %t.dir/*.cl | %FileCheck %s

void transpose(int n, const float *a, float *b) {
#pragma twofold parallel for collapse(2)
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j)
      b[j * n + i] = a[i + j * n];
}

float grid[9][8][16];
void fixed(int n, float (*p)[8][16]) {
  float local[4][16];
#pragma twofold parallel for collapse(3)
  for (int i = 0; i < 4; ++i)
    for (int j = 1; j < 15; ++j)
      for (long k = 0; k < n; ++k) {
        grid[k][i][j] = local[i][j];
        float *q = &p[k][i][j], *r = grid[k][i] + j;
        *q = r[0] - (q - p[k][i]);
      }
}

void deep(int n, int *x) {
#pragma twofold parallel for collapse(4)
  for (int a = 0; a < n; ++a)
    for (int b = 0; b < n; ++b)
      for (int c = 0; c < n; ++c)
        for (int d = 0; d < n; ++d)
          x[((a * n + b) * n + c) * n + d] = 1;
}

void pointers(float *first, float *last) {
#pragma twofold parallel for
  for (float *p = first; p < last; p += 2)
    *p = p[1] * 2;
}

// CHECK-LABEL: __kernel void deep_2(
// CHECK: int n,
// CHECK: ulong item_step,
// CHECK: const ulong total = a_trips * b_trips * c_trips * d_trips;
// CHECK: ulong iteration = get_global_id(0) * item_step;
// CHECK: ulong trip = 0;
// CHECK: for (; trip < item_trips && iteration < total; ++trip, iteration += stride) {
// CHECK: const ulong d_index = iteration % d_trips;
// CHECK: const ulong c_index = iteration / d_trips % c_trips;
// CHECK: const ulong b_index = iteration / (c_trips * d_trips) % b_trips;
// CHECK: const ulong a_index = iteration / (b_trips * c_trips * d_trips);
// CHECK: int a = (int)a_index;
// CHECK: int b = (int)b_index;
// CHECK: int c = (int)c_index;
// CHECK: int d = (int)d_index;
// CHECK: x[((a * n + b) * n + c) * n + d] = 1;
// CHECK-LABEL: __kernel void fixed_1(
// CHECK: __global float (*grid)[8][16] = (__global float (*)[8][16])(grid_mem + grid_off);
// CHECK: __global float (*local_)[16] = (__global float (*)[16])(local__mem + local__off);
// CHECK: __global float (*p)[8][16] = (__global float (*)[8][16])(p_mem + p_off);
// CHECK: int j = (int)(j_lower + j_index);
// CHECK: long k = (long)k_index;
// CHECK: int i = (int)i_index;
// CHECK: grid[k][i][j] = local_[i][j];
// CHECK: __global float *q = &p[k][i][j];
// CHECK: __global float *r = grid[k][i] + j;
// CHECK: *q = r[0] - (float)(long)(q - p[k][i]);
// CHECK-LABEL: __kernel void pointers_3(
// CHECK: __global float *p = p_start + (long)(p_index * 2);
// CHECK: *p = p[1] * 2.0f;
// CHECK-LABEL: __kernel void transpose_0(
// CHECK: int n,
// CHECK: int i = (int)i_index;
// CHECK: int j = (int)j_index;
// CHECK: b[j * n + i] = a[i + j * n];
