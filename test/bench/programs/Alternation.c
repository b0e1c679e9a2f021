/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*===- Alternation.c - the host and loops take turns on one array ---------===*\
|*
|* alternation [COUNT] [STEPS] [SHARE]: after each loop the host changes the
|* first elements, one of SHARE, each from the one before it; 0: the two at the
|* ends.
|*
\*===----------------------------------------------------------------------===*/
#include "Program.h"

static void changeOnHost(long n, double *a) {
  for (long i = 1; i < n; ++i)
    a[i] = 0.5 * a[i] + 0.5 * a[i - 1];
}

#ifndef __CUDACC__
static double alternate(long n, int steps, long share, double *a) {
  double seen = 0;
  for (int t = 0; t < steps; ++t) {
    PARALLEL_SIMD(firstprivate(a))
    for (long i = 0; i < n; ++i) {
      double v = a[i];
      for (int k = 0; k < 8; ++k)
        v = 0.75 * v + 0.5 / (1 + v * v);
      a[i] = v;
    }
    if (share > 0)
      changeOnHost(n / share, a);
    seen += a[n - 1];
    a[0] = t % 7;
    a[n - 1] = t % 5;
    step();
  }
  return seen;
}
#else
__global__ void relax(long n, double *a) {
  long i = ITEM;
  if (i >= n)
    return;
  double v = a[i];
  for (int k = 0; k < 8; ++k)
    v = 0.75 * v + 0.5 / (1 + v * v);
  a[i] = v;
}

static double alternate(long n, int steps, long share, double *a) {
  CUDA(cudaHostRegister(a, n * sizeof *a, 0));
  double *da = uploaded(a, n), seen = 0;
  for (int t = 0; t < steps; ++t) {
    long changed = share > 0 ? n / share : 1;
    LAUNCH(relax, n, n, da);
    download(a + n - 1, da + n - 1, 1);
    if (share > 0) {
      download(a, da, changed);
      changeOnHost(changed, a);
    }
    seen += a[n - 1];
    a[0] = t % 7;
    a[n - 1] = t % 5;
    upload(da, a, changed);
    upload(da + n - 1, a + n - 1, 1);
    step();
  }
  download(a, da, n);
  return seen;
}
#endif

int main(int count, char **values) {
  long n = argument(count, values, 1, 8000000);
  int steps = (int)argument(count, values, 2, 100);
  long share = argument(count, values, 3, 0);
  double *a = ARRAY(double, n);
  for (long i = 0; i < n; ++i)
    a[i] = (double)(i % 101) * 0.01;
  begin();
  double check = alternate(n, steps, share, a);
  for (long i = 0; i < n; ++i)
    check += a[i];
  finish(check);
  return 0;
}
