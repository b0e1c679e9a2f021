/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*===- ShortestPaths.c - Floyd and Warshall's ways between all places -----===*\
|*
|* shortest-paths [PLACES]: one call for each place, of little work.
|*
\*===----------------------------------------------------------------------===*/
#include "Program.h"

#ifndef __CUDACC__
static void shortest(int n, float *d) {
  for (int k = 0; k < n; ++k) {
    PARALLEL(firstprivate(n, k, d))
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < n; ++j)
        if (d[i * n + k] + d[k * n + j] < d[i * n + j])
          d[i * n + j] = d[i * n + k] + d[k * n + j];
    step();
  }
}
#else
__global__ void shorten(int n, int k, float *d) {
  int j = ITEM_X, i = ITEM_Y;
  if (i < n && j < n && d[i * n + k] + d[k * n + j] < d[i * n + j])
    d[i * n + j] = d[i * n + k] + d[k * n + j];
}

static void shortest(int n, float *d) {
  float *on = uploaded(d, (long)n * n);
  for (int k = 0; k < n; ++k) {
    LAUNCH2(shorten, n, n, n, k, on);
    step();
  }
  download(d, on, (long)n * n);
}
#endif

int main(int count, char **values) {
  const int n = (int)argument(count, values, 1, 2048);
  float *d = ARRAY(float, (long)n *n);
  unsigned state = 1;
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j)
      d[(long)i * n + j] = i == j ? 0 : 1 + (float)(random32(&state) % 4096);
  begin();
  shortest(n, d);
  double check = 0;
  for (long i = 0; i < (long)n * n; ++i)
    check += d[i] * (double)(i % 101);
  finish(check);
  return 0;
}
