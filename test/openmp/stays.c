// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What is not taken is compiled as without the flag. Lines for the summary are
// data that no code refers to.
// RUN: %clang -O1 -c %s -o %t.plain.o
// RUN: %clang -O1 -c %s -o %t.flag.o %plugin -fplugin-arg-twofold-openmp
// RUN: %llvm_tools/llvm-objdump -dr - < %t.plain.o > %t.plain
// RUN: %llvm_tools/llvm-objdump -dr - < %t.flag.o | diff %t.plain -
// RUN: %clang -O1 -fopenmp -c %s -o %t.plain.o
// RUN: %clang -O1 -fopenmp -c %s -o %t.flag.o %plugin -fplugin-arg-twofold-openmp
// RUN: %llvm_tools/llvm-objdump -dr - < %t.plain.o > %t.plain
// RUN: %llvm_tools/llvm-objdump -dr - < %t.flag.o | diff %t.plain -
#include <stdio.h>
#ifdef _OPENMP
int omp_get_thread_num(void);
#endif
int work(int, double *);
int elsewhere(int thread) { return thread + 1; }
int region(int n, double *x) {
  int i, inner = 4, last = 0;
  double t;
#pragma omp parallel private(t) reduction(+ : last)
  {
    t = n;
#pragma omp for schedule(dynamic) private(i) nowait
    for (i = 0; i < n; ++i)
      last += work(i, x);
#pragma omp single
    last += inner;
#pragma omp barrier
#pragma omp critical(name)
    x[0] += t;
#pragma omp atomic
    x[1] += 1;
  }
#pragma omp parallel for private(i)
  for (i = 0; i < n; ++i)
    work(i, x);
#pragma omp simd private(t)
  for (i = 0; i < n; ++i) {
    t = x[i];
    x[i] = t * t;
  }
#ifdef _OPENMP
  int thread;
#endif
  // Named in directives alone where OpenMP is off.
#pragma omp parallel private(thread) num_threads(omp_get_thread_num())
  work(last, x);
#pragma omp sections
  {
#pragma omp section
    last += 1;
#pragma omp section
    inner += 1;
  }
#pragma omp task firstprivate(inner)
  work(inner, x);
#pragma omp declare reduction(more:int : omp_out += omp_in) initializer(omp_priv = 1)
#pragma omp parallel for reduction(more : last)
  for (int k = 0; k < n; ++k)
    last += k;
  return i + last + inner;
}
