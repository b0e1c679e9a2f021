// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A 'scope' without clauses is code that each thread of a region runs; one that
// has variables or sums of its own keeps its region OpenMP's.
// RUN: %openmp %s %t --kernels 3 --alone 4
// RUN: %clang -O1 -fopenmp %s -c -o %t.o %plugin -fplugin-arg-twofold-openmp -Rpass-missed=twofold 2>&1 | %FileCheck %s
#include <stdio.h>
enum { N = 1000 };
static double x[N], y[N];
int main(void) {
  double weight = 1, t = 0, sum = 0;
  int count = 0, once = 0;
#pragma omp parallel firstprivate(weight) private(t)
  {
#pragma omp for nowait
    for (int i = 0; i < N; ++i)
      x[i] = i * weight;
#pragma omp scope nowait
    {
      t = 3;
      weight = t * 2;
    }
#pragma omp barrier
#pragma omp for
    for (int i = 0; i < N; ++i)
      y[i] = x[N - 1 - i] + weight + t;
#pragma omp scope
    weight = weight + 1;
#pragma omp for reduction(+ : sum)
    for (int i = 0; i < N; ++i)
      sum += y[i] * weight;
  }
  printf("%g %g\n", y[7], sum);
#pragma omp parallel
  {
#pragma omp scope reduction(max : count)
    // CHECK: OpenMP's 'parallel' stays as it is: 'scope' stands in it
    count = 5;
#pragma omp for
    for (int i = 0; i < N; ++i)
      x[i] = count + i;
  }
#pragma omp parallel
  {
#pragma omp scope
    // CHECK: OpenMP's 'parallel' stays as it is: each of its threads changes 'once'
    {
#pragma omp atomic
      once |= 1;
    }
#pragma omp for
    for (int i = 0; i < N; ++i)
      y[i] += 1;
  }
  printf("%g %d %d\n", x[9] + y[9], count, once);
}
