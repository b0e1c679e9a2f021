// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Without -fopenmp nothing is told of what clang computes of a loop's bounds for
// a directive; of the loop itself all is.
// RUN: %clang %plugin -fplugin-arg-twofold-openmp -Wextra -Wconversion -Wno-unknown-pragmas -fsyntax-only -Xclang -verify %s
// RUN: %clang -Wextra -Wconversion -Wno-unknown-pragmas -fsyntax-only -Xclang -verify %s
void f(int n, int *a) {
#pragma omp taskloop
  for (int i = 0; i < n; i++)
    a[i] = 1;
#pragma omp parallel
#pragma omp single
#pragma omp taskloop grainsize(4)
  for (int i = 0; i < n; i++)
    a[i] = 1;
}
void g(long n, int *a) {
#pragma omp parallel for
  for (unsigned i = 0; i < n; i++)
    a[i] = 1;
#pragma omp parallel for collapse(2)
  for (int i = 0; i < n; i++)
    for (short j = 0; j < n; j++)
      a[i] = j;
}
void h(long n, unsigned m, int *a) {
#pragma omp parallel for
  for (int i = 0; i < 100; i++)
    a[i] = n; // expected-warning {{implicit conversion loses integer precision}}
#pragma omp parallel for
  for (int i = 0; i < m; i++) // expected-warning {{comparison of integers of different signs}}
    a[i] = 1;
#pragma omp taskloop
  for (int i = 0; i < 10; i++)
    if (i < m) // expected-warning {{comparison of integers of different signs}}
      a[i] = 1;
}
