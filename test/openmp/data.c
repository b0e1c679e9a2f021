// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Loops under `target data` are taken, also where no braces stand around them.
// RUN: %openmp %s %t --kernels 4
// RUN: %clang -O1 -fopenmp %s -c -o %t.o %plugin -fplugin-arg-twofold-openmp -Rpass-missed=twofold 2>&1 | %FileCheck %s --allow-empty --implicit-check-not stays
#include <stdio.h>
enum { N = 1000 };
static int x[N], y[N];
int main() {
  int n = N;
#pragma omp target data map(tofrom : x)
#pragma omp target teams distribute parallel for
  for (int i = 0; i < n; ++i)
    x[i] = i % 7;
#pragma omp target data map(tofrom : x, y)
  for (int k = 0; k < 3; ++k)
#pragma omp target teams distribute parallel for
    for (int i = 0; i < n; ++i)
      y[i] += x[i] * k;
#pragma omp target data map(tofrom : x)
#pragma omp target data map(tofrom : y)
  if (n > 1)
#pragma omp parallel for
    for (int i = 0; i < n; ++i)
      x[i] += y[i];
#pragma omp target data map(tofrom : y)
  {
#pragma omp target teams loop
    for (int i = 0; i < n; ++i)
      y[i] += x[i] & 3;
  }
  int sum = 0;
  for (int i = 0; i < n; ++i)
    sum = sum * 3 + x[i] - y[i];
  printf("%d\n", sum);
}
