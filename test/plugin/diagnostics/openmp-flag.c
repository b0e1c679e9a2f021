// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Why directives stay as they are with -fplugin-arg-twofold-openmp: remarks, and
// never more than that.
// RUN: %clang %plugin -fplugin-arg-twofold-openmp -fopenmp -Rpass-missed=twofold -fsyntax-only -Xclang -verify %s
// RUN: %clang %plugin -fplugin-arg-twofold-openmp -Rpass-missed=twofold -fsyntax-only -Xclang -verify %s
// RUN: %clang %plugin -fplugin-arg-twofold-openmp -fopenmp -fsyntax-only -Werror %s
int elsewhere(int);
void f(int n, int *a, int *b) {
  int t = 0, sum = 0;
#pragma omp parallel for
  for (int i = 1; i < n; ++i)
    a[i] = a[i - 1]; // expected-remark {{OpenMP's 'parallel for' stays as it is: iterations of the parallel loop depend on each other}}
#pragma omp parallel for
  for (int i = 0; i < n; ++i)
    a[i] = elsewhere(i); // expected-remark {{OpenMP's 'parallel for' stays as it is: 'elsewhere' is called and its definition is not visible; define it in this file}}
#pragma omp parallel for firstprivate(t) // expected-remark {{OpenMP's 'parallel for' stays as it is: iterations change 't', of which each thread has a copy that begins with its value}}
  for (int i = 0; i < n; ++i)
    a[i] = t++;
#pragma omp parallel for private(t)
  for (int i = 0; i < n; ++i) {
    a[i] = t; // expected-remark {{OpenMP's 'parallel for' stays as it is: 't' is private, so it has no value}}
    t = i;
  }
#pragma omp parallel for ordered // expected-remark {{OpenMP's 'parallel for' stays as it is: clause 'ordered' has no equal}}
  for (int i = 0; i < n; ++i) {
#pragma omp ordered
    a[i] = i;
  }
#pragma omp parallel for linear(t : 2) // expected-remark {{clause 'linear' names a variable other than the loop's}}
  for (int i = 0; i < n; ++i)
    a[i] = t;
#pragma omp parallel // expected-remark {{its region shares out no loop}}
  {
  }
#pragma omp parallel
  {
    a[0] = 1; // expected-remark {{OpenMP's 'parallel' stays as it is: each of its threads runs this}}
#pragma omp for
    for (int i = 1; i < n; ++i)
      a[i] = i;
  }
#pragma omp task // expected-remark {{OpenMP's 'task' stays as it is: it does more than to share out the iterations of one loop}}
  elsewhere(1);
#pragma omp parallel for reduction(+ : sum) default(none) shared(a, n)
  for (int i = 0; i < n; ++i)
    sum += a[i];
}
