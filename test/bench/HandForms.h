// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- HandForms.h - other ways to write elementwise kernels --------------===//
//
// Beside HandWritten.h's kernels of one item for each element: an item for
// several neighbours (float2, float4, vload4), an item for several elements a
// group apart, and operands with strides that are copied to contiguous memory
// first. Kernels take what theirs takes.
//
//===----------------------------------------------------------------------===//
#ifndef TEST_BENCH_HANDFORMS_H
#define TEST_BENCH_HANDFORMS_H

constexpr const char *HandForms = R"(
// One element, or as many as V has.
#define AXPY(z, x) z = a * (x) + z
#define TRIAD(z, p, q, r) z = (p) + (q) * (r)

#define VECTOR(n, V)                                                          \
  __kernel void axpy_vector##n(__global float *z, __global const float *x,     \
                               float a, long count) {                          \
    long i = n * (long)get_global_id(0);                                       \
    if (i + n <= count)                                                        \
      AXPY(*(__global V *)(z + i), *(__global const V *)(x + i));              \
    else                                                                       \
      for (; i < count; ++i)                                                   \
        AXPY(z[i], x[i]);                                                      \
  }                                                                            \
  __kernel void triad_vector##n(                                               \
      __global float *z, __global const float *p, __global const float *q,     \
      __global const float *r, long count) {                                   \
    long i = n * (long)get_global_id(0);                                       \
    if (i + n <= count)                                                        \
      TRIAD(*(__global V *)(z + i), *(__global const V *)(p + i),              \
            *(__global const V *)(q + i), *(__global const V *)(r + i));       \
    else                                                                       \
      for (; i < count; ++i)                                                   \
        TRIAD(z[i], p[i], q[i], r[i]);                                         \
  }
VECTOR(2, float2)
VECTOR(4, float4)

__kernel void axpy_vload4(__global float *z, __global const float *x, float a,
                          long count) {
  long i = 4 * (long)get_global_id(0);
  if (i + 4 <= count)
    vstore4(a * vload4(0, x + i) + vload4(0, z + i), 0, z + i);
  else
    for (; i < count; ++i)
      AXPY(z[i], x[i]);
}
__kernel void triad_vload4(__global float *z, __global const float *p,
                           __global const float *q, __global const float *r,
                           long count) {
  long i = 4 * (long)get_global_id(0);
  if (i + 4 <= count)
    vstore4(vload4(0, p + i) + vload4(0, q + i) * vload4(0, r + i), 0, z + i);
  else
    for (; i < count; ++i)
      TRIAD(z[i], p[i], q[i], r[i]);
}

// What is not chosen is written as it was.
#define MASKED(n, V, I, ALL)                                                   \
  __kernel void masked_vector##n(__global float *z, __global const float *p,   \
                                 __global const float *q, long count) {        \
    long i = n * (long)get_global_id(0);                                       \
    if (i + n <= count) {                                                      \
      I chosen = *(__global const V *)(p + i) > 0.0f;                          \
      __global V *to = (__global V *)(z + i);                                  \
      *to = select(*to, *(__global const V *)(q + i) * 0.5f, chosen);          \
    } else {                                                                   \
      for (; i < count; ++i)                                                   \
        if (p[i] > 0)                                                          \
          z[i] = q[i] * 0.5f;                                                  \
    }                                                                          \
  }
MASKED(2, float2, int2, 2)
MASKED(4, float4, int4, 4)
__kernel void masked_vload4(__global float *z, __global const float *p,
                            __global const float *q, long count) {
  long i = 4 * (long)get_global_id(0);
  if (i + 4 <= count) {
    int4 chosen = vload4(0, p + i) > 0.0f;
    vstore4(select(vload4(0, z + i), vload4(0, q + i) * 0.5f, chosen), 0,
            z + i);
  } else {
    for (; i < count; ++i)
      if (p[i] > 0)
        z[i] = q[i] * 0.5f;
  }
}

// n elements an item, a group apart.
#define SEVERAL(n)                                                             \
  long i = n * (long)get_group_id(0) * (long)get_local_size(0) +               \
           (long)get_local_id(0);                                              \
  for (int k = 0; k < n; ++k, i += get_local_size(0))                          \
    if (i < count)
#define APART(n)                                                               \
  __kernel void axpy_apart##n(__global float *z, __global const float *x,      \
                              float a, long count) {                           \
    SEVERAL(n) AXPY(z[i], x[i]);                                               \
  }                                                                            \
  __kernel void triad_apart##n(                                                \
      __global float *z, __global const float *p, __global const float *q,     \
      __global const float *r, long count) {                                   \
    SEVERAL(n) TRIAD(z[i], p[i], q[i], r[i]);                                  \
  }                                                                            \
  __kernel void masked_apart##n(__global float *z, __global const float *p,    \
                                __global const float *q, long count) {         \
    SEVERAL(n) if (p[i] > 0) z[i] = q[i] * 0.5f;                               \
  }
APART(2)
APART(4)

// As the generated kernel writes it: all elements.
__kernel void masked_kept(__global float *z, __global const float *p,
                          __global const float *q, long count) {
  long i = get_global_id(0);
  if (i < count)
    z[i] = p[i] > 0 ? q[i] * 0.5f : z[i];
}

// Elements of x that lie `stride` apart.
__kernel void gathered(__global float *to, __global const float *x, long stride,
                       long count) {
  long i = get_global_id(0);
  if (i < count)
    to[i] = x[i * stride];
}
__kernel void sum_strided(__global float *z, __global const float *y,
                          __global const float *x, long stride, long count) {
  long i = get_global_id(0);
  if (i < count)
    z[i] = y[i] + x[i * stride];
}
// Each element is read by eight items.
__kernel void taps_strided(__global float *z, __global const float *x,
                           long stride, long count) {
  long i = get_global_id(0);
  if (i >= count)
    return;
  float sum = 0;
  for (int k = 0; k < 8; ++k)
    sum += x[(i + k) * stride];
  z[i] = sum;
}
// Each element is read by all items.
__kernel void product_strided(__global float *z, __global const float *m,
                              __global const float *x, long stride, long n,
                              long rows) {
  long i = get_global_id(0);
  if (i >= rows)
    return;
  float sum = 0;
  for (long k = 0; k < n; ++k)
    sum += m[k * rows + i] * x[k * stride];
  z[i] = sum;
}
__kernel void outer_strided(__global float *z, __global const float *x,
                            __global const float *y, long stride, long n) {
  long j = get_global_id(0), i = get_global_id(1);
  if (i < n && j < n)
    z[i * n + j] = y[i] + x[j * stride];
}
__kernel void turned(__global float *to, __global const float *m, long n) {
  long j = get_global_id(0), i = get_global_id(1);
  if (i < n && j < n)
    to[i * n + j] = m[j * n + i];
}
__kernel void product_turned(__global float *z, __global const float *a,
                             __global const float *b, long n, long row,
                             long column) {
  long j = get_global_id(0), i = get_global_id(1);
  if (i >= n || j >= n)
    return;
  float sum = 0;
  for (long k = 0; k < n; ++k)
    sum += a[i * n + k] * b[k * row + j * column];
  z[i * n + j] = sum;
}
)";

#endif
