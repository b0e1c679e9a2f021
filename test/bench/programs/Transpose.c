/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*===- Transpose.c - rows that become columns -----------------------------===*\
|*
|* transpose [SIZE] [TIMES]: a matrix is transposed into another one, and back
|* with a constant added to each element.
|*
\*===----------------------------------------------------------------------===*/
#include "Program.h"

#ifndef __CUDACC__
static void transpose(int n, float add, const float *from, float *to) {
  PARALLEL(firstprivate(n, add, from, to))
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j)
      to[(long)j * n + i] = from[(long)i * n + j] + add;
}

static void back_and_forth(int n, int times, float *a, float *b) {
  for (int t = 0; t < times; ++t) {
    transpose(n, 1, a, b);
    transpose(n, 1, b, a);
    step();
  }
}
#else
enum { Tile = 32, Rows = 8 };

__global__ void transpose(int n, float add, const float *from, float *to) {
  __shared__ float tile[Tile][Tile + 1];
  int x = blockIdx.x * Tile + threadIdx.x, y = blockIdx.y * Tile + threadIdx.y;
  for (int r = 0; r < Tile; r += Rows)
    if (x < n && y + r < n)
      tile[threadIdx.y + r][threadIdx.x] = from[(long)(y + r) * n + x];
  __syncthreads();
  x = blockIdx.y * Tile + threadIdx.x;
  y = blockIdx.x * Tile + threadIdx.y;
  for (int r = 0; r < Tile; r += Rows)
    if (x < n && y + r < n)
      to[(long)(y + r) * n + x] = tile[threadIdx.x][threadIdx.y + r] + add;
}

static void back_and_forth(int n, int times, float *a, float *b) {
  const long all = (long)n * n;
  float *da = uploaded(a, all), *db = deviceArray<float>(all);
  const dim3 groups((n + Tile - 1) / Tile, (n + Tile - 1) / Tile);
  for (int t = 0; t < times; ++t) {
    transpose<<<groups, dim3(Tile, Rows)>>>(n, 1, da, db);
    transpose<<<groups, dim3(Tile, Rows)>>>(n, 1, db, da);
    program_gpu += 2;
    step();
  }
  download(a, da, all);
}
#endif

int main(int count, char **values) {
  const int n = (int)argument(count, values, 1, 8192);
  const int times = (int)argument(count, values, 2, 1000);
  const long all = (long)n * n;
  float *a = ARRAY(float, all), *b = ARRAY(float, all);
  unsigned state = 1;
  for (long i = 0; i < all; ++i) {
    a[i] = (float)(random32(&state) % 1024);
    b[i] = 0;
  }
  begin();
  back_and_forth(n, times, a, b);
  double check = 0;
  for (long i = 0; i < all; ++i)
    check += a[i] * (double)(i % 101);
  finish(check);
  return 0;
}
