/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*===- MatrixProduct.c - few calls of much work ---------------------------===*\
|*
|* matrix-product [SIZE] [TIMES]: powers of a matrix, looked at by the host
after
|* each product.
|*
\*===----------------------------------------------------------------------===*/
#include "Program.h"

#ifndef __CUDACC__
static void multiply(int n, const double *a, const double *b, double *c) {
  PARALLEL(firstprivate(n, a, b, c))
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < n; ++j)
      c[(long)i * n + j] = 0;
    for (int k = 0; k < n; ++k) {
      double factor = a[(long)i * n + k];
      SIMD()
      for (int j = 0; j < n; ++j)
        c[(long)i * n + j] += factor * b[(long)k * n + j];
    }
  }
}

static double power(int n, int times, const double *a, double *b, double *c) {
  double seen = 0;
  for (int t = 0; t < times; ++t) {
    multiply(n, a, b, c);
    double *last = b;
    b = c;
    c = last;
    for (int i = 0; i < n; ++i)
      seen += b[(long)i * n + i];
    step();
  }
  return seen;
}
#else
enum { Tile = 16 };

__global__ void multiply(int n, const double *a, const double *b, double *c) {
  __shared__ double left[Tile][Tile], right[Tile][Tile];
  int tx = threadIdx.x, ty = threadIdx.y;
  int i = blockIdx.y * Tile + ty, j = blockIdx.x * Tile + tx;
  double sum = 0;
  for (int k = 0; k < n; k += Tile) {
    left[ty][tx] = i < n && k + tx < n ? a[(long)i * n + k + tx] : 0;
    right[ty][tx] = k + ty < n && j < n ? b[(long)(k + ty) * n + j] : 0;
    __syncthreads();
    for (int m = 0; m < Tile; ++m)
      sum += left[ty][m] * right[m][tx];
    __syncthreads();
  }
  if (i < n && j < n)
    c[(long)i * n + j] = sum;
}

static double power(int n, int times, const double *a, double *b, double *c) {
  long all = (long)n * n;
  double *da = uploaded(a, all), *db = uploaded(b, all);
  double *dc = deviceArray<double>(all), seen = 0;
  for (int t = 0; t < times; ++t) {
    dim3 groups((n + Tile - 1) / Tile, (n + Tile - 1) / Tile);
    multiply<<<groups, dim3(Tile, Tile)>>>(n, da, db, dc);
    ++program_gpu;
    double *last = db;
    db = dc;
    dc = last;
    CUDA(cudaMemcpy2D(c, sizeof *c, db, (n + 1) * sizeof *c, sizeof *c, n,
                      cudaMemcpyDeviceToHost));
    program_bytes += n * sizeof *c;
    for (int i = 0; i < n; ++i)
      seen += c[i];
    step();
  }
  return seen;
}
#endif

int main(int count, char **values) {
  int n = (int)argument(count, values, 1, 1536);
  int times = (int)argument(count, values, 2, 8);
  long all = (long)n * n;
  double *a = ARRAY(double, all), *b = ARRAY(double, all),
         *c = ARRAY(double, all);
  unsigned state = 1;
  for (long i = 0; i < all; ++i) {
    a[i] = b[i] = 2 * randomFloat(&state) / n;
    c[i] = 0;
  }
  begin();
  finish(power(n, times, a, b, c));
  return 0;
}
