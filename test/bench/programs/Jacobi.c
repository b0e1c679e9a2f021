/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*===- Jacobi.c - a stencil for a few steps and for many ------------------===*\
|*
|* jacobi [SIZE] [STEPS]: a square plate, the change of the last step at the
end.
|*
\*===----------------------------------------------------------------------===*/
#include "Program.h"

#ifndef __CUDACC__
static void relax(int n, const double *from, double *to) {
  PARALLEL(firstprivate(from, to))
  for (int y = 1; y < n - 1; ++y)
    for (int x = 1; x < n - 1; ++x) {
      const double *p = from + (long)y * n + x;
      to[(long)y * n + x] = 0.25 * (p[-1] + p[1] + p[-n] + p[n]);
    }
}

static double change(long n, const double *a, const double *b) {
  double most = 0;
  PARALLEL_SIMD(reduction(max : most) firstprivate(a, b))
  for (long i = 0; i < n; ++i)
    most = fmax(most, fabs(a[i] - b[i]));
  return most;
}

static double heat(int n, int steps, double *a, double *b) {
  for (int t = 0; t < steps; t += 2) {
    relax(n, a, b);
    relax(n, b, a);
    step();
  }
  return change((long)n * n, a, b);
}
#else
__global__ void relax(int n, const double *from, double *to) {
  int x = ITEM_X, y = ITEM_Y;
  if (x < 1 || x >= n - 1 || y < 1 || y >= n - 1)
    return;
  const double *p = from + (long)y * n + x;
  to[(long)y * n + x] = 0.25 * (p[-1] + p[1] + p[-n] + p[n]);
}

__global__ void change(long n, const double *a, const double *b,
                       unsigned long long *most) {
  double mine = 0;
  for (long i = ITEM; i < n; i += (long)gridDim.x * blockDim.x)
    mine = fmax(mine, fabs(a[i] - b[i]));
  /* Bits of numbers that are not negative are in the numbers' order. */
  atomicMax(most, (unsigned long long)__double_as_longlong(mine));
}

static double heat(int n, int steps, double *a, double *b) {
  long all = (long)n * n;
  double *da = uploaded(a, all), *db = uploaded(b, all), result;
  unsigned long long *most = deviceArray<unsigned long long>(1), bits;
  for (int t = 0; t < steps; t += 2) {
    LAUNCH2(relax, n, n, n, da, db);
    LAUNCH2(relax, n, n, n, db, da);
    step();
  }
  CUDA(cudaMemset(most, 0, sizeof *most));
  LAUNCH(change, 1024 * 256, all, da, db, most);
  download(&bits, most, 1);
  memcpy(&result, &bits, sizeof result);
  download(a, da, all);
  return result;
}
#endif

int main(int count, char **values) {
  int n = (int)argument(count, values, 1, 4096);
  int steps = (int)argument(count, values, 2, 100);
  long all = (long)n * n;
  double *a = ARRAY(double, all), *b = ARRAY(double, all);
  for (long i = 0; i < all; ++i)
    a[i] = b[i] = (double)(i % n * 3 % 17) + (i < n ? 100 : 0);
  begin();
  double check = heat(n, steps, a, b);
  for (long i = 0; i < all; ++i)
    check += a[i];
  finish(check);
  return 0;
}
