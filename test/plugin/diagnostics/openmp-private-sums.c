// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reductions of what each thread of a region has, as OpenMP 6.0 allows them: each
// thread has what all have found, so that what they combine depends on how many
// there are. What one iteration leaves in a copy is read by the next.
// RUN: %clang -fopenmp -fopenmp-version=60 %s -fsyntax-only %plugin -fplugin-arg-twofold-openmp %include -Rpass-missed=twofold -Xclang -verify
// clang-format off
int total, all, out[100];
void sums(int *y) {
#pragma omp parallel
  {
    int s = 0;
#pragma omp for reduction(+ : s)
    for (int i = 0; i < 10; ++i)
      s += i;
#pragma omp critical
    total += s; // expected-remark {{OpenMP's 'parallel' stays as it is: what its threads combine of 's' depends on how many there are}}
  }
#pragma omp parallel reduction(+ : all)
  {
#pragma omp for reduction(+ : all) // expected-remark {{OpenMP's 'parallel' stays as it is: a loop in it reduces 'all' for all of its threads, and the region reduces what each has then; leave one of the two clauses out}}
    for (int i = 0; i < 10; ++i)
      all += i;
  }
#pragma omp parallel
  {
    int s = 0;
#pragma omp for reduction(+ : s)
    for (int i = 0; i < 10; ++i)
      s += i;
#pragma omp for
    for (int i = 0; i < 10; ++i)
      y[i] = s;
  }
}
// A global that a called function reduces is no thread's own.
void added(void) {
#pragma omp for reduction(+ : all)
  for (int i = 0; i < 10; ++i)
    all += i;
}
void adds(void) {
#pragma omp parallel reduction(+ : all)
  {
    added(); // expected-remark {{OpenMP's 'parallel' stays as it is: a loop in 'added' reduces 'all' itself, of which each of its threads has its own for the region to reduce; reduce to another variable in one of the two}}
    all += 1;
  }
}
void copies(int h, int k) {
#pragma omp parallel for firstprivate(k)
  for (int i = 0; i < 100; ++i) {
    out[i] = k; // expected-remark {{OpenMP's 'parallel for' stays as it is: 'k' is read before the iteration has assigned it, so iterations depend on one another and would run in order; assign it first on every path, or copy what it begins with to another variable before the loop, and read that}}
    k = i;
  }
#pragma omp parallel for firstprivate(h)
  for (int i = 0; i < 100; ++i) {
    if (i % 3 == 0)
      h += i;
    out[i] = h; // expected-remark {{OpenMP's 'parallel for' stays as it is: 'h' is read before the iteration has assigned it, so iterations depend on one another and would run in order; assign it first on every path, or copy what it begins with to another variable before the loop, and read that}}
  }
}
