// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Two loops, with OpenMP or with Twofold.
#include <stdio.h>
#ifdef _OPENMP
#define PARALLEL _Pragma("omp parallel for")
#else
#define PARALLEL _Pragma("twofold parallel for")
#endif
static float a[20000], b[20000];
int main(void) {
  for (int t = 0; t < 3; ++t) {
    PARALLEL
    for (int i = 0; i < 20000; ++i)
      a[i] = (float)(i + t);
    PARALLEL
    for (int i = 1; i < 19999; ++i)
      b[i] = a[i - 1] + a[i + 1] + b[i] / 2;
  }
  double sum = 0;
  for (int i = 0; i < 20000; ++i)
    sum += b[i];
  printf("%.9g\n", sum);
  return 0;
}
