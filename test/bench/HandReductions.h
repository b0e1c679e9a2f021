// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- HandReductions.h - reductions in OpenCL C by hand ------------------===//
//
// Each leaves one number per group in `partial`. On a GPU, items stride through
// the arrays and meet in local memory; a CPU device wants one long block per
// item, and no barrier (`_blocks`).
//
//===----------------------------------------------------------------------===//
#ifndef TEST_BENCH_HANDREDUCTIONS_H
#define TEST_BENCH_HANDREDUCTIONS_H

constexpr const char *HandReductions = R"(
#pragma OPENCL EXTENSION cl_khr_fp64 : enable

void add_up(__local double *all, __global double *partial) {
  int item = get_local_id(0);
  for (int step = get_local_size(0) / 2; step > 0; step /= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (item < step)
      all[item] += all[item + step];
  }
  if (item == 0)
    partial[get_group_id(0)] = all[0];
}

void find_least(__local double *all, __global double *partial) {
  int item = get_local_id(0);
  for (int step = get_local_size(0) / 2; step > 0; step /= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (item < step && all[item + step] < all[item])
      all[item] = all[item + step];
  }
  if (item == 0)
    partial[get_group_id(0)] = all[0];
}

__kernel void dot(__global const double *a, __global const double *b,
                  __global double *partial, __local double *all, long n) {
  double sum = 0;
  for (long i = get_global_id(0); i < n; i += get_global_size(0))
    sum += a[i] * b[i];
  all[get_local_id(0)] = sum;
  add_up(all, partial);
}

__kernel void sum(__global const double *a, __global double *partial,
                  __local double *all, long n) {
  double sum = 0;
  for (long i = get_global_id(0); i < n; i += get_global_size(0))
    sum += a[i];
  all[get_local_id(0)] = sum;
  add_up(all, partial);
}

__kernel void minimum(__global const double *a, __global double *partial,
                      __local double *all, long n) {
  double least = INFINITY;
  for (long i = get_global_id(0); i < n; i += get_global_size(0))
    if (a[i] < least)
      least = a[i];
  all[get_local_id(0)] = least;
  find_least(all, partial);
}

long block(long n) { return (n + get_global_size(0) - 1) / get_global_size(0); }
long first(long n) { return get_global_id(0) * block(n); }
long last(long n) { return min(first(n) + block(n), n); }

__kernel void dot_blocks(__global const double *a, __global const double *b,
                         __global double *partial, long n) {
  double sum = 0;
  long to = last(n);
  for (long i = first(n); i < to; ++i)
    sum += a[i] * b[i];
  partial[get_global_id(0)] = sum;
}

__kernel void sum_blocks(__global const double *a, __global double *partial,
                         long n) {
  double sum = 0;
  long to = last(n);
  for (long i = first(n); i < to; ++i)
    sum += a[i];
  partial[get_global_id(0)] = sum;
}

__kernel void minimum_blocks(__global const double *a, __global double *partial,
                             long n) {
  double least = INFINITY;
  long to = last(n);
  for (long i = first(n); i < to; ++i)
    if (a[i] < least)
      least = a[i];
  partial[get_global_id(0)] = least;
}
)";

#endif
