// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Iterations that ask whether the host runs them are told so wherever they run;
// loops under an assumption are taken.
// RUN: %openmp %s %t --kernels 3
#include <stdio.h>
#ifdef _OPENMP
#include <omp.h>
#else
#define omp_is_initial_device() 1
#endif
enum { N = 300 };
static int a[N], b[N], c[N];
int main(void) {
  int n = N;
#pragma omp target teams distribute parallel for map(from : a)
  for (int i = 0; i < n; ++i)
    a[i] = omp_is_initial_device() * 5 + i;
#pragma omp target parallel map(from : b)
  {
    int host = omp_is_initial_device();
#pragma omp for
    for (int i = 0; i < n; ++i)
      b[i] = host + i;
  }
#pragma omp assume holds(n == N)
  {
#pragma omp parallel for
    for (int i = 0; i < n; ++i)
      c[i] = 3 * i;
  }
  printf("%d %d %d\n", a[9], b[9], c[9]);
}
