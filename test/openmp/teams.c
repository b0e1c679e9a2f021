// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Teams and their threads may both name what they reduce.
// RUN: %openmp %s %t --kernels 7
#include <stdio.h>
enum { N = 1000 };
static double a[N], b[N];

/* Iterations may come in any order, whoever shares them out. In a region of
   OpenMP's each thread has all of them. */
static void halve(double *x, int n) {
#pragma omp loop bind(thread)
  for (int i = 0; i < n; i++)
    x[i] = x[i] * 0.5;
}

static double alone(double *x, int n) {
  double sum = 0;
#pragma omp target map(tofrom : x[0 : n])
#pragma omp loop
  for (int i = 0; i < n; i++)
    x[i] += i;
#pragma omp loop bind(parallel) reduction(+ : sum)
  for (int i = 0; i < n; i++)
    sum += x[i];
  return sum;
}

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
  halve(a, N);
  printf("%g %g\n", alone(a, N), a[6]);
#pragma omp parallel num_threads(2)
  {
    double own[4] = {8, 16, 24, 32};
    halve(own, 4);
#pragma omp single
    printf("%g %g\n", own[0], own[3]);
  }
  for (int k = 0; k < 8; k++)
    printf("%g %g\n", sums[k], largest[k]);
}
