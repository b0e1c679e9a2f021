// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reductions of one element; regions that use a section that they reduce, and
// regions in regions, stay.
// RUN: %openmp %s %t --kernels 3
// RUN: %clang -O1 -fopenmp -fsyntax-only %plugin -fplugin-arg-twofold-openmp -Rpass-missed=twofold %s 2>&1 | %FileCheck %s
#include <stdio.h>
#include <stdlib.h>
enum { N = 10000 };
static int x[N];

int main(void) {
  long *sums = calloc(4, sizeof *sums);
  // Of global arrays clang itself loses a part of such sums.
  int top[3] = {5, -1, 7}, found[4] = {0}, k = 1;
  for (int i = 0; i < N; ++i)
    x[i] = i * 7919 % 1000;
#pragma omp parallel for reduction(+ : sums[k + 1])
  for (int i = 0; i < N; ++i)
    sums[k + 1] += x[i];
#pragma omp parallel for reduction(max : top[1])
  for (int i = 0; i < N; ++i)
    if (x[i] > top[1])
      top[1] = x[i];
#pragma omp parallel reduction(+ : found[2])
  {
#pragma omp for
    for (int i = 0; i < N; ++i)
      found[2] += x[i] == 3;
  }
  printf("%ld %d %d %d %d\n", sums[2], top[0], top[1], top[2], found[2]);
  int seen = -1;
#pragma omp parallel num_threads(2) reduction(+ : found[0 : 2])
  {
    // CHECK: parts.c:[[#@LINE+1]]:12: remark: OpenMP's 'parallel' stays as it is: each of its threads uses 'found', which the region reduces
    seen = found[1];
#pragma omp for
    for (int i = 0; i < N; ++i)
      found[0] += x[i] == 4;
  }
  printf("%d %d\n", seen, found[0]);
#pragma omp parallel num_threads(1)
  {
    // CHECK: parts.c:[[#@LINE+1]]:1: remark: OpenMP's 'parallel' stays as it is: 'parallel' stands in it
#pragma omp parallel num_threads(2)
    {
#pragma omp for
      for (int i = 0; i < N; ++i)
        x[i] += 1;
    }
  }
  long all = 0;
  for (int i = 0; i < N; ++i)
    all += x[i];
  printf("%ld\n", all);
}
