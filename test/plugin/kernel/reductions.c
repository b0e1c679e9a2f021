// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reductions over a work-group, in a fixed order.
// RUN: rm -rf %t.dir && mkdir %t.dir
// RUN: %clang %plugin -fplugin-arg-twofold-dump=%t.dir -Werror=pass-failed -fsyntax-only %s
// RUN: %clang -x cl -cl-std=CL1.2 -Xclang -finclude-default-header -fsyntax-only -Werror %t.dir/*.cl
// RUN: cat %t.dir/*.cl | %FileCheck %s

float sum(int n, const float *x) {
  float s = 0;
#pragma twofold parallel for reduction(+ : s)
  for (int i = 0; i < n; ++i)
    s += x[i];
  return s;
}

int many(int n, int m, const short *x) {
  int largest = -1;
  short smallest = 100;
  _Bool all = 1;
  unsigned bits = 0;
  double product = 1;
  int last = 0;
#pragma twofold parallel for collapse(2) reduction(max : largest) reduction(min : smallest) reduction(&& : all) reduction(^ : bits) reduction(* : product) lastprivate(last)
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) {
      last = x[i * m + j];
      if (last == 7)
        continue;
      if (last > largest)
        largest = last;
      smallest = smallest < last ? smallest : last;
      all = all && last > 3;
      bits ^= last;
      product *= last;
    }
  return largest + smallest + all + bits + last + (int)product;
}

// CHECK: #pragma OPENCL EXTENSION cl_khr_fp64 : enable
// CHECK-LABEL: __kernel void many_1(
// CHECK: __local int *largest_local,
// CHECK: __global int *largest_partial,
// CHECK: __local short *smallest_local,
// CHECK: __global short *smallest_partial,
// CHECK: __local uchar *all__local,
// CHECK: __global uchar *all__partial,
// CHECK: __local uint *bits_local,
// CHECK: __global uint *bits_partial,
// CHECK: __local double *product_local,
// CHECK: __global double *product_partial,
// CHECK: __global int *last_last,
// CHECK: __global uchar *x_mem, long x_off,
// CHECK: int m,
// CHECK: ulong item_step,
// CHECK: ulong stride,
// CHECK: ulong item_trips,
// CHECK: ulong i_trips,
// CHECK: ulong j_trips) {
// CHECK: int largest = (-2147483647 - 1);
// CHECK: short smallest = (short)32767;
// CHECK: uchar all_ = 1;
// CHECK: uint bits = 0u;
// CHECK: double product = 1.0;
// CHECK: int last;
// CHECK: const ulong total = i_trips * j_trips;
// CHECK: ulong iteration = get_global_id(0) * item_step;
// CHECK: ulong trip = 0;
// CHECK: for (; trip < item_trips && iteration < total; ++trip, iteration += stride) {
// CHECK: const ulong j_index = iteration % j_trips;
// CHECK: const ulong i_index = iteration / j_trips;
// CHECK: int i = (int)i_index;
// CHECK: int j = (int)j_index;
// CHECK: last = x[i * m + j];
// CHECK: if (last == 7) {
// CHECK: continue;
// CHECK: if (last > largest) {
// CHECK: largest = last;
// CHECK: smallest = (short)(smallest < last ? smallest : last);
// CHECK: all_ = all_ && last > 3;
// CHECK: bits ^= (uint)last;
// CHECK: product *= (double)last;
// CHECK: if (trip > 0 && iteration - stride == total - 1) {
// CHECK: *last_last = last;
// CHECK: /* Combine the work-group's values in a fixed order. */
// CHECK: const uint item = (uint)get_local_id(0);
// CHECK: largest_local[item] = largest;
// CHECK: smallest_local[item] = smallest;
// CHECK: all__local[item] = all_;
// CHECK: bits_local[item] = bits;
// CHECK: product_local[item] = product;
// CHECK: barrier(CLK_LOCAL_MEM_FENCE);
// CHECK: uint items = (uint)get_local_size(0);
// CHECK: while (items > 1) {
// CHECK: const uint middle = (items + 1) / 2;
// CHECK: if (item + middle < items) {
// CHECK: largest_local[item] = largest_local[item] < largest_local[item + middle] ? largest_local[item + middle] : largest_local[item];
// CHECK: smallest_local[item] = smallest_local[item + middle] < smallest_local[item] ? smallest_local[item + middle] : smallest_local[item];
// CHECK: all__local[item] = (uchar)(all__local[item] && all__local[item + middle]);
// CHECK: bits_local[item] = bits_local[item] ^ bits_local[item + middle];
// CHECK: product_local[item] = product_local[item] * product_local[item + middle];
// CHECK: barrier(CLK_LOCAL_MEM_FENCE);
// CHECK: items = middle;
// CHECK: if (item == 0) {
// CHECK: largest_partial[get_group_id(0)] = largest_local[0];
// CHECK: smallest_partial[get_group_id(0)] = smallest_local[0];
// CHECK: all__partial[get_group_id(0)] = all__local[0];
// CHECK: bits_partial[get_group_id(0)] = bits_local[0];
// CHECK: product_partial[get_group_id(0)] = product_local[0];
// CHECK-LABEL: __kernel void sum_0(
// CHECK: __local float *s_local,
// CHECK: __global float *s_partial,
// CHECK: __global uchar *x_mem, long x_off,
// CHECK: ulong item_step,
// CHECK: ulong stride,
// CHECK: ulong item_trips,
// CHECK: ulong i_trips) {
// CHECK: float s = -0.0f;
// CHECK: const ulong total = i_trips;
// CHECK: ulong iteration = get_global_id(0) * item_step;
// CHECK: ulong trip = 0;
// CHECK: for (; trip < item_trips && iteration < total; ++trip, iteration += stride) {
// CHECK: int i = (int)iteration;
// CHECK: s += x[i];
// CHECK: /* Combine the work-group's values in a fixed order. */
// CHECK: const uint item = (uint)get_local_id(0);
// CHECK: s_local[item] = s;
// CHECK: barrier(CLK_LOCAL_MEM_FENCE);
// CHECK: uint items = (uint)get_local_size(0);
// CHECK: while (items > 1) {
// CHECK: const uint middle = (items + 1) / 2;
// CHECK: if (item + middle < items) {
// CHECK: s_local[item] = s_local[item] + s_local[item + middle];
// CHECK: barrier(CLK_LOCAL_MEM_FENCE);
// CHECK: items = middle;
// CHECK: if (item == 0) {
// CHECK: s_partial[get_group_id(0)] = s_local[0];
