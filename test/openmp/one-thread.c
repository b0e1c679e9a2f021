// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Without -fopenmp a program whose text depends on _OPENMP is another one: where
// it has the number of one thread, iterations meet.
// RUN: %clang -O1 -Wno-unknown-pragmas %s -o %t.plain
// RUN: %t.plain > %t.expected
// RUN: %clang -O1 -Werror %plugin -fplugin-arg-twofold-openmp %s -o %t.flag %runtime_flags
// RUN: env TWOFOLD_DEVICE=native TWOFOLD_INLINE_OPS=0 OMP_NUM_THREADS=4 %t.flag > %t.actual
// RUN: diff %t.expected %t.actual
// RUN: %clang -O1 -fopenmp -Werror %plugin -fplugin-arg-twofold-openmp %s -o %t.flag %runtime_flags
// RUN: env TWOFOLD_DEVICE=native TWOFOLD_INLINE_OPS=0 OMP_NUM_THREADS=4 %t.flag > %t.actual
// RUN: diff %t.expected %t.actual
#include <stdio.h>
#if defined(_OPENMP)
#include <omp.h>
#else
#define omp_get_thread_num() 0
static int omp_get_num_threads(void) { return 1; }
#endif
enum { N = 200000 };
static int a[N], b[N];
static long parts[64], sums[64], scratch[64];
int main(void) {
  long part = 0, sum = 0, rest = 0;
  for (int i = 0; i < N; ++i)
    a[i] = i % 1009 - 100;
#pragma omp parallel for
  for (int i = 0; i < N; ++i)
    parts[omp_get_thread_num()] += a[i];
#pragma omp parallel
  {
    const int me = omp_get_thread_num();
#pragma omp for
    for (int i = 0; i < N; ++i)
      sums[me] = sums[me] + 2 * a[i];
  }
#pragma omp parallel for
  for (int i = 0; i < N; ++i) {
    const int me = omp_get_thread_num();
    if (a[i] > 0)
      scratch[me] = a[i];
    b[i] = a[i] > 0 ? (int)scratch[me] + 1 : 0;
  }
  int threads = 0;
#pragma omp parallel
  {
#pragma omp single
    threads = omp_get_num_threads();
#pragma omp for
    for (int i = 0; i < N; ++i)
      b[i] += 2;
  }
#ifndef _OPENMP
  rest = threads - 1;
#endif
  for (int k = 0; k < 64; ++k)
    part += parts[k], sum += sums[k];
  for (int i = 0; i < N; ++i)
    rest += (long)b[i] * (i % 7);
  printf("%ld %ld %ld\n", part, sum, rest);
}
