// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Teams and their threads may both name what they reduce.
// RUN: %openmp %s %t --kernels 4
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
  // Sections, too, of each of the loops that name them.
  double sums[8] = {0}, largest[8] = {0}, *into = sums, *best = largest;
#pragma omp target map(tofrom : into[0 : 8], best[0 : 8])
#pragma omp teams reduction(+ : into[0 : 8]) reduction(max : best[0 : 8])
  {
#pragma omp distribute parallel for reduction(+ : into[0 : 8])
    for (i = 0; i < N; i++)
      for (int k = 0; k < 8; k++)
        into[k] += a[i] * k;
#pragma omp distribute parallel for reduction(max : best[0 : 8])
    for (i = 0; i < N; i++)
      for (int k = 0; k < 8; k++)
        best[k] = b[i] * k > best[k] ? b[i] * k : best[k];
  }
  printf("%g %g\n", sum, most);
  for (int k = 0; k < 8; k++)
    printf("%g %g\n", sums[k], largest[k]);
}
