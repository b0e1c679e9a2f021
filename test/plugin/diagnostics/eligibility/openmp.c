// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// OpenMP in a loop: what one thread can do is no obstacle. With -fopenmp-simd clang makes
// no atomics and critical sections, so their statements count as they stand.
// RUN: %clang %plugin -fopenmp -fsyntax-only -Xclang -verify=expected,openmp %s
// RUN: %clang %plugin -fopenmp-simd -fsyntax-only -Xclang -verify=expected,simd %s
void directives(int n, float *a, float *b, int *h) {
  float most = 0;
  int next = 0;
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
#pragma omp simd
    for (int j = 0; j < 4; ++j)
      a[4 * i + j] += b[j];
#pragma omp parallel for
    for (int j = 0; j < 4; ++j)
      a[4 * i + j] += 1;
#pragma omp atomic
    h[i % 3] += i;
  }
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
#pragma omp critical // openmp-warning {{not offloaded: '#pragma omp critical' stands in the loop and needs threads; leave it out where the loop is right without it}}
    most = a[i] > most ? a[i] : most;
  }
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    int k;
#pragma omp atomic capture // openmp-warning {{not offloaded: '#pragma omp atomic' stands in the loop and needs threads}}
    k = next++;
    h[k] = i;
  }
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
#pragma omp task // expected-warning {{not offloaded: '#pragma omp task' stands in the loop and has a part of it run elsewhere, so iterations run in order on one thread; leave out one of the two pragmas}}
    a[i] += n;
  }
  float own[4];
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
#pragma omp simd private(own) // expected-warning {{not offloaded: '#pragma omp simd' stands in the loop and has a part of it run elsewhere}}
    for (int j = 0; j < 4; ++j) {
      own[0] = a[4 * i + j];
      a[4 * i + j] = own[0] * 2;
    }
  }
}
