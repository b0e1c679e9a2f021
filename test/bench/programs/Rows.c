/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*===- Rows.c - sums over rows, whose order is free -----------------------===*\
|*
|* rows [ROWS] [COLUMNS] [TIMES]: softmax of the rows of a matrix, rows brought
to
|* mean 0 and variance 1, and a product with a vector that the next round begins
|* with.
|*
\*===----------------------------------------------------------------------===*/
#include "Program.h"

#ifndef __CUDACC__
static void softmax(int n, int m, const float *x, float *y) {
  PARALLEL(firstprivate(n, m, x, y))
  for (int i = 0; i < n; ++i) {
    const float *row = x + (long)i * m;
    float most = row[0], sum = 0;
    SIMD(reduction(max : most))
    for (int j = 1; j < m; ++j)
      if (row[j] > most)
        most = row[j];
    SIMD(reduction(+ : sum))
    for (int j = 0; j < m; ++j)
      sum += expf(row[j] - most);
    SIMD()
    for (int j = 0; j < m; ++j)
      y[(long)i * m + j] = expf(row[j] - most) / sum;
  }
}

static void normalise(int n, int m, const float *y, const float *v, float *x) {
  PARALLEL(firstprivate(n, m, y, v, x))
  for (int i = 0; i < n; ++i) {
    const float *row = y + (long)i * m;
    float sum = 0, squares = 0;
    SIMD(reduction(+ : sum))
    for (int j = 0; j < m; ++j)
      sum += row[j];
    float mean = sum / (float)m;
    SIMD(reduction(+ : squares))
    for (int j = 0; j < m; ++j)
      squares += (row[j] - mean) * (row[j] - mean);
    float scale = 1 / sqrtf(squares / (float)m + 1e-12f);
    SIMD()
    for (int j = 0; j < m; ++j)
      x[(long)i * m + j] = (row[j] - mean) * scale * v[j];
  }
}

static void product(int n, int m, const float *x, const float *v, float *w) {
  PARALLEL(firstprivate(n, m, x, v, w))
  for (int i = 0; i < n; ++i) {
    float sum = 0;
    SIMD(reduction(+ : sum))
    for (int j = 0; j < m; ++j)
      sum += x[(long)i * m + j] * v[j];
    w[i] = sum;
  }
}

static void rounds(int n, int m, int times, float *x, float *y, const float *v,
                   float *w) {
  for (int t = 0; t < times; ++t) {
    softmax(n, m, x, y);
    normalise(n, m, y, v, x);
    product(n, m, x, v, w);
    step();
  }
}
#else
enum { Items = 256 };

/* What all items of a group have, added up or the greatest. */
template<bool Greatest> __device__ float all(float value) {
  __shared__ float parts[Items / 32];
  for (int distance = 16; distance > 0; distance /= 2) {
    float other = __shfl_xor_sync(0xffffffffu, value, distance);
    value = Greatest ? fmaxf(value, other) : value + other;
  }
  if (threadIdx.x % 32 == 0)
    parts[threadIdx.x / 32] = value;
  __syncthreads();
  value = parts[0];
  for (int i = 1; i < Items / 32; ++i)
    value = Greatest ? fmaxf(value, parts[i]) : value + parts[i];
  __syncthreads();
  return value;
}

__global__ void softmax(int m, const float *x, float *y) {
  const float *row = x + (long)blockIdx.x * m;
  float most = row[0], sum = 0;
#pragma unroll 8
  for (int j = threadIdx.x; j < m; j += Items)
    most = fmaxf(most, row[j]);
  most = all<true>(most);
#pragma unroll 4
  for (int j = threadIdx.x; j < m; j += Items)
    sum += expf(row[j] - most);
  sum = all<false>(sum);
#pragma unroll 4
  for (int j = threadIdx.x; j < m; j += Items)
    y[(long)blockIdx.x * m + j] = expf(row[j] - most) / sum;
}

__global__ void normalise(int m, const float *y, const float *v, float *x) {
  const float *row = y + (long)blockIdx.x * m;
  float sum = 0, squares = 0;
#pragma unroll 8
  for (int j = threadIdx.x; j < m; j += Items)
    sum += row[j];
  float mean = all<false>(sum) / (float)m;
#pragma unroll 8
  for (int j = threadIdx.x; j < m; j += Items)
    squares += (row[j] - mean) * (row[j] - mean);
  float scale = 1 / sqrtf(all<false>(squares) / (float)m + 1e-12f);
#pragma unroll 4
  for (int j = threadIdx.x; j < m; j += Items)
    x[(long)blockIdx.x * m + j] = (row[j] - mean) * scale * v[j];
}

__global__ void product(int m, const float *x, const float *v, float *w) {
  float sum = 0;
#pragma unroll 8
  for (int j = threadIdx.x; j < m; j += Items)
    sum += x[(long)blockIdx.x * m + j] * v[j];
  sum = all<false>(sum);
  if (threadIdx.x == 0)
    w[blockIdx.x] = sum;
}

static void rounds(int n, int m, int times, float *x, float *y, const float *v,
                   float *w) {
  const long size = (long)n * m;
  float *dx = uploaded(x, size), *dy = deviceArray<float>(size);
  float *dv = uploaded(v, m), *dw = deviceArray<float>(n);
  for (int t = 0; t < times; ++t) {
    softmax<<<n, Items>>>(m, dx, dy);
    normalise<<<n, Items>>>(m, dy, dv, dx);
    product<<<n, Items>>>(m, dx, dv, dw);
    program_gpu += 3;
    step();
  }
  download(w, dw, n);
}
#endif

int main(int count, char **values) {
  const int n = (int)argument(count, values, 1, 8192);
  const int m = (int)argument(count, values, 2, 4096);
  const int times = (int)argument(count, values, 3, 100);
  const long size = (long)n * m;
  float *x = ARRAY(float, size), *y = ARRAY(float, size);
  float *v = ARRAY(float, m), *w = ARRAY(float, n);
  unsigned state = 1;
  for (long i = 0; i < size; ++i) {
    x[i] = 4 * randomFloat(&state);
    y[i] = 0;
  }
  for (int j = 0; j < m; ++j)
    v[j] = 0.5f + randomFloat(&state);
  begin();
  rounds(n, m, times, x, y, v, w);
  double check = 0;
  for (int i = 0; i < n; ++i)
    check += fabs(w[i]);
  finish(check);
  return 0;
}
