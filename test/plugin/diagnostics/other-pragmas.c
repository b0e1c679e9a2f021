// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Annotated loops that OpenMP or clang keep.
// RUN: %clang %plugin -fopenmp -fsyntax-only -Xclang -verify %s
void loops(int n, float *a, float *b) {
#pragma omp parallel
  {
#pragma omp for
#pragma twofold parallel for
    for (int i = 0; i < n; ++i) // expected-warning {{not offloaded: the loop is shared out by '#pragma omp for', so it stays OpenMP's; leave out one of the two pragmas}}
      a[i] = i;
#pragma omp single
    {
#pragma twofold parallel for
      for (int i = 0; i < n; ++i) // expected-warning {{not offloaded: the loop stands in '#pragma omp single', which makes a function of its own of it, so it runs as written; move it out of there}}
        a[i] = i;
    }
  }
#pragma omp task
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) // expected-warning {{'#pragma omp task'}}
    a[i] = i;
#pragma omp target
  {
    [[twofold::parallel_for]] for (int i = 0; i < n; ++i) // expected-warning {{the loop stands in '#pragma omp target'}}
      b[i] = i;
  }
#pragma omp taskloop
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) // expected-warning {{the loop is shared out by '#pragma omp taskloop'}}
    a[i] = i;
#pragma clang loop unroll(disable)
  __attribute__((twofold_parallel_for)) // expected-warning {{clang drops this 'twofold_parallel_for' with the pragma before it, so the loop stays as it is; write '[[twofold::parallel_for]]' or put it first}}
  for (int i = 0; i < n; ++i)
    a[i] = i;
}
