// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Without -fopenmp iterations come in their order where that shows.
// RUN: %clang %plugin -fplugin-arg-twofold-openmp -Rpass-missed=twofold -fsyntax-only -Xclang -verify %s
int f(int n, int *out) {
  int next = 0;
#pragma omp parallel for
  for (int i = 0; i < n; ++i) {
    int at;
#pragma omp atomic capture // expected-remark {{OpenMP's 'parallel for' stays as it is: values of atomic operations are used, and without -fopenmp iterations come in their order; add -fopenmp}}
    at = next++;
    out[at] = i;
  }
#pragma omp parallel for // expected-remark {{values of atomic operations are used, and without -fopenmp iterations come in their order; add -fopenmp}}
  for (int i = 0; i < n; ++i)
    out[i] = __sync_fetch_and_add(&next, 1);
  return next;
}
