// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What OpenMP evaluates once, and combines with what a variable had: such loops
// stay, as they mean something else where directives are ignored.
// RUN: %clang -O1 -fopenmp -c %s -o %t.plain.o
// RUN: %clang -O1 -fopenmp -c %s -o %t.flag.o %plugin -fplugin-arg-twofold-openmp
// RUN: %llvm_tools/llvm-objdump -dr - < %t.plain.o > %t.plain
// RUN: %llvm_tools/llvm-objdump -dr - < %t.flag.o | diff %t.plain -
#include <stdio.h>
enum { N = 1000 };
static double a[N], b[N];
static int calls, h[8] = {1, 2, 3};
static int next(void) { return ++calls; }
int main(void) {
  int n = N, most = 50, sum = 10;
#pragma omp parallel num_threads(next())
  {
#pragma omp for
    for (int i = 0; i < n; i++)
      a[i] = i;
#pragma omp for
    for (int i = 0; i < n; i++)
      b[i] = a[i] + i;
  }
  printf("%d %g\n", calls, b[9]);
#pragma omp target teams distribute parallel for num_teams(next())
  for (int i = 0; i < n; i++)
    a[i] = i;
#pragma omp target teams distribute parallel for device(next() - 2)
  for (int i = 0; i < n; i++)
    a[i] = i;
  printf("%d\n", calls);
#pragma omp parallel for num_threads(1)
  for (int i = 0; i < 50; i++) {
#pragma omp parallel for num_threads(next() % 2 + 1)
    for (int j = 0; j < 20; j++)
      a[i * 20 + j] = j;
  }
  printf("%d\n", calls);
#pragma omp parallel for reduction(max : most)
  for (int i = 0; i < n; i++)
    if (b[i] == 18)
      most = 2;
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < n; i++)
    if (i == 99)
      sum = 2;
#pragma omp parallel for reduction(+ : h)
  for (int i = 0; i < n; i++)
    if (i == 5)
      h[2] = 8;
#pragma omp parallel for reduction(+ : h)
  for (int i = 0; i < n; i++)
    if (i == 6)
      h[3] = h[3] * 2 + 1;
#pragma omp parallel for reduction(+ : h)
  for (int i = 0; i < n; i++)
    h[4] = h[5] + 1;
  printf("%d %d %d %d\n", most, sum, h[2], h[3]);
  double five = 5;
#pragma omp parallel reduction(+ : five)
  {
    double zero = five;
#pragma omp for
    for (int i = 0; i < n; i++)
      a[i] = zero + i;
  }
  printf("%g %g\n", a[7], five);
}
