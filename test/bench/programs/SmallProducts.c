/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*===- SmallProducts.c - many products of small matrices, on the device ---===*\
|*
|* small-products [SIZE] [TIMES]: powers of a matrix in single precision, of
|* which the host looks at the last one. Every other factor is transposed.
|*
\*===----------------------------------------------------------------------===*/
#include "Program.h"

#ifndef __CUDACC__
static void multiply(int n, const float *a, const float *b, float *c) {
  PARALLEL(firstprivate(n, a, b, c))
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) {
      float s = 0;
      for (int k = 0; k < n; ++k)
        s += a[i * n + k] * b[k * n + j];
      c[i * n + j] = s;
    }
}

static void multiply_transposed(int n, const float *a, const float *b,
                                float *c) {
  PARALLEL(firstprivate(n, a, b, c))
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) {
      float s = 0;
      for (int k = 0; k < n; ++k)
        s += a[i * n + k] * b[j * n + k];
      c[i * n + j] = s;
    }
}

static void power(int n, int times, const float *a, float *b, float *c) {
  for (int t = 0; t < times; ++t) {
    multiply(n, a, b, c);
    multiply_transposed(n, a, c, b);
    step();
  }
}
#else
enum { Tile = 16 };

template<bool Transposed> __global__ void multiply(int n, const float *a,
                                                   const float *b, float *c) {
  __shared__ float left[Tile][Tile], right[Tile][Tile + 1];
  const int tx = threadIdx.x, ty = threadIdx.y;
  const int i = blockIdx.y * Tile + ty, j0 = blockIdx.x * Tile, j = j0 + tx;
  float sum = 0;
  for (int k = 0; k < n; k += Tile) {
    left[ty][tx] = i < n && k + tx < n ? a[i * n + k + tx] : 0;
    if (Transposed)
      right[tx][ty] = j0 + ty < n && k + tx < n ? b[(j0 + ty) * n + k + tx] : 0;
    else
      right[ty][tx] = k + ty < n && j < n ? b[(k + ty) * n + j] : 0;
    __syncthreads();
    for (int m = 0; m < Tile; ++m)
      sum += left[ty][m] * right[m][tx];
    __syncthreads();
  }
  if (i < n && j < n)
    c[i * n + j] = sum;
}

static void power(int n, int times, const float *a, float *b, float *c) {
  const long all = (long)n * n;
  float *da = uploaded(a, all), *db = uploaded(b, all);
  float *dc = deviceArray<float>(all);
  const dim3 groups((n + Tile - 1) / Tile, (n + Tile - 1) / Tile);
  for (int t = 0; t < times; ++t) {
    multiply<false><<<groups, dim3(Tile, Tile)>>>(n, da, db, dc);
    multiply<true><<<groups, dim3(Tile, Tile)>>>(n, da, dc, db);
    program_gpu += 2;
    step();
  }
  download(b, db, all);
}
#endif

int main(int count, char **values) {
  const int n = (int)argument(count, values, 1, 512);
  const int times = (int)argument(count, values, 2, 1000);
  const long all = (long)n * n;
  float *a = ARRAY(float, all), *b = ARRAY(float, all), *c = ARRAY(float, all);
  unsigned state = 1;
  for (long i = 0; i < all; ++i) {
    a[i] = b[i] = 2 * randomFloat(&state) / (float)n;
    c[i] = 0;
  }
  begin();
  power(n, times, a, b, c);
  double check = 0;
  for (long i = 0; i < all; ++i)
    check += b[i];
  finish(check);
  return 0;
}
