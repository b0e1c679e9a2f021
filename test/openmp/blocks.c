// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Statements in expressions: assert() in C is one, and a region's code may have
// others.
// RUN: %openmp %s %t --kernels 2
#include <assert.h>
#include <stdio.h>
enum { N = 1000 };
static int a[N], b[N];
int main(void) {
  int i, j, sum = 0;
#pragma omp parallel for private(j)
  for (i = 0; i < N; i++) {
    assert(i >= a[i]);
    j = i * 2 + 1;
    b[i] = j;
  }
#pragma omp parallel private(j)
  {
    j = ({
      int two = 2;
      two;
    });
#pragma omp for reduction(+ : sum)
    for (i = 0; i < N; i++)
      sum += b[i] * j;
  }
  printf("%d %d\n", sum, b[7]);
}
