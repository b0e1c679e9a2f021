// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- HandWritten.h - the same loops, written in OpenCL C by hand --------===//
//
// What a careful programmer writes first: one item per element, no tiling.
// Kernels take their buffers first, then scalars.
//
//===----------------------------------------------------------------------===//
#ifndef TEST_BENCH_HANDWRITTEN_H
#define TEST_BENCH_HANDWRITTEN_H

constexpr const char *HandWritten = R"(
#pragma OPENCL EXTENSION cl_khr_fp64 : enable

__kernel void copy(__global double *to, __global const double *from, long n) {
  long i = get_global_id(0);
  if (i < n)
    to[i] = from[i];
}

__kernel void scale(__global double *to, __global const double *from, double by,
                    long n) {
  long i = get_global_id(0);
  if (i < n)
    to[i] = by * from[i];
}

__kernel void add(__global double *to, __global const double *a,
                  __global const double *b, long n) {
  long i = get_global_id(0);
  if (i < n)
    to[i] = a[i] + b[i];
}

__kernel void triad(__global double *to, __global const double *a,
                    __global const double *b, double by, long n) {
  long i = get_global_id(0);
  if (i < n)
    to[i] = a[i] + by * b[i];
}

__kernel void gemm(__global float *c, __global const float *a,
                   __global const float *b, int n) {
  int j = get_global_id(0), i = get_global_id(1);
  if (i >= n || j >= n)
    return;
  float sum = 0;
  for (int k = 0; k < n; ++k)
    sum += a[i * n + k] * b[k * n + j];
  c[i * n + j] = sum;
}

__kernel void jacobi(__global double *to, __global const double *from, int n) {
  int j = get_global_id(0) + 1, i = get_global_id(1) + 1;
  if (i >= n - 1 || j >= n - 1)
    return;
  to[i * n + j] =
      0.2 * (from[i * n + j] + from[i * n + j - 1] + from[i * n + j + 1] +
             from[(i - 1) * n + j] + from[(i + 1) * n + j]);
}

typedef struct {
  float x, y, z, mass;
} body_t;

__kernel void nbody(__global body_t *force, __global const body_t *body,
                    int n) {
  int i = get_global_id(0);
  if (i >= n)
    return;
  body_t own = body[i];
  float fx = 0, fy = 0, fz = 0;
  for (int j = 0; j < n; ++j) {
    float dx = body[j].x - own.x;
    float dy = body[j].y - own.y;
    float dz = body[j].z - own.z;
    float squared = dx * dx + dy * dy + dz * dz + 1e-4f;
    float inverse = 1.0f / sqrt(squared);
    float pull = body[j].mass * inverse * inverse * inverse;
    fx += pull * dx;
    fy += pull * dy;
    fz += pull * dz;
  }
  body_t result = {fx, fy, fz, own.mass};
  force[i] = result;
}

float normal(float x) { return 0.5f * erfc(-0.70710678f * x); }

__kernel void black_scholes(__global float *call, __global float *put,
                            __global const float *price,
                            __global const float *strike,
                            __global const float *years, float rate,
                            float volatility, int n) {
  int i = get_global_id(0);
  if (i >= n)
    return;
  float root = volatility * sqrt(years[i]);
  float up = (log(price[i] / strike[i]) +
              (rate + 0.5f * volatility * volatility) * years[i]) /
             root;
  float down = up - root;
  float discount = strike[i] * exp(-rate * years[i]);
  call[i] = price[i] * normal(up) - discount * normal(down);
  put[i] = discount * normal(-down) - price[i] * normal(-up);
}

__kernel void mandelbrot(__global int *steps, int n, int limit) {
  int j = get_global_id(0), i = get_global_id(1);
  if (i >= n || j >= n)
    return;
  float cx = -2.0f + 3.0f * (float)j / (float)n;
  float cy = -1.5f + 3.0f * (float)i / (float)n;
  float x = 0, y = 0;
  int k = 0;
  while (k < limit && x * x + y * y < 4.0f) {
    float t = x * x - y * y + cx;
    y = 2.0f * x * y + cy;
    x = t;
    ++k;
  }
  steps[i * n + j] = k;
}

// Each group counts in local memory first.
__kernel void histogram(__global int *bins, __global const int *key, long n,
                        int count) {
  __local int own[1024];
  for (int b = get_local_id(0); b < count; b += get_local_size(0))
    own[b] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (long i = get_global_id(0); i < n; i += get_global_size(0))
    atomic_inc(&own[key[i]]);
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int b = get_local_id(0); b < count; b += get_local_size(0))
    if (own[b])
      atomic_add(&bins[b], own[b]);
}

__kernel void tally(__global int *bins, __global const int *key, long n,
                    int count) {
  long i = get_global_id(0);
  if (i < n)
    atomic_inc(&bins[key[i]]);
}

__kernel void spmv(__global double *y, __global const int *row,
                   __global const int *column, __global const double *value,
                   __global const double *x, int n) {
  int i = get_global_id(0);
  if (i >= n)
    return;
  double sum = 0;
  for (int k = row[i]; k < row[i + 1]; ++k)
    sum += value[k] * x[column[k]];
  y[i] = sum;
}

__kernel void kmeans_assign(__global int *label, __global const float *point,
                            __global const float *centre, int n, int clusters) {
  int i = get_global_id(0);
  if (i >= n)
    return;
  float x = point[3 * i], y = point[3 * i + 1], z = point[3 * i + 2];
  float nearest = INFINITY;
  int best = 0;
  for (int k = 0; k < clusters; ++k) {
    float dx = x - centre[3 * k];
    float dy = y - centre[3 * k + 1];
    float dz = z - centre[3 * k + 2];
    float here = dx * dx + dy * dy + dz * dz;
    if (here < nearest) {
      nearest = here;
      best = k;
    }
  }
  label[i] = best;
}

__kernel void saxpy(__global float *z, __global const float *x,
                    __global const float *y, float a, long n) {
  long i = get_global_id(0);
  if (i < n)
    z[i] = a * x[i] + y[i];
}

__kernel void elementwise_axpy(__global float *z, __global const float *x,
                               float a, long n) {
  long i = get_global_id(0);
  if (i < n)
    z[i] = a * x[i] + z[i];
}

__kernel void elementwise_triad(__global float *z, __global const float *a,
                                __global const float *b,
                                __global const float *c, long n) {
  long i = get_global_id(0);
  if (i < n)
    z[i] = a[i] + b[i] * c[i];
}

__kernel void elementwise_masked(__global float *z, __global const float *a,
                                 __global const float *b, long n) {
  long i = get_global_id(0);
  if (i < n && a[i] > 0)
    z[i] = b[i] * 0.5f;
}

__kernel void elementwise_stencil(__global float *z, __global const float *a,
                                  long n) {
  long j = get_global_id(0) + 1, i = get_global_id(1) + 1;
  if (i >= n - 1 || j >= n - 1)
    return;
  z[i * n + j] = 0.2f * (a[i * n + j] + a[i * n - n + j] + a[i * n + n + j] +
                         a[i * n + j - 1] + a[i * n + j + 1]);
}

__kernel void elementwise_transposed(__global float *z, __global const float *a,
                                     __global const float *b, long n) {
  long j = get_global_id(0), i = get_global_id(1);
  if (i < n && j < n)
    z[i * n + j] = a[i * n + j] + b[j * n + i];
}
)";

#endif
