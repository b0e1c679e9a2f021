// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Teams and their threads may both name what they reduce.
// RUN: %openmp %s %t --kernels 2
#include <stdio.h>
enum { N = 1000 };
static double a[N], b[N];
int main(void) {
  double sum = 1, most = 3;
  int i;
  for (i = 0; i < N; i++) {
    a[i] = i % 7;
    b[i] = i % 5;
  }
#pragma omp target teams map(to : a, b) defaultmap(tofrom : scalar)            \
    reduction(+ : sum)
#pragma omp distribute parallel for reduction(+ : sum)
  for (i = 0; i < N; i++)
    sum += a[i] * b[i];
#pragma omp teams reduction(max : most)
#pragma omp distribute parallel for simd reduction(max : most)
  for (i = 0; i < N; i++)
    if (a[i] > most)
      most = a[i];
  printf("%g %g\n", sum, most);
}
