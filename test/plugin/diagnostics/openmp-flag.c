// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Why directives stay as they are with -fplugin-arg-twofold-openmp: remarks, and
// never more than that.
// RUN: %clang %plugin -fplugin-arg-twofold-openmp -fopenmp -Rpass-missed=twofold -fsyntax-only -Xclang -verify %s
// RUN: %clang %plugin -fplugin-arg-twofold-openmp -Rpass-missed=twofold -fsyntax-only -Xclang -verify %s
// RUN: %clang %plugin -fplugin-arg-twofold-openmp -fopenmp -fsyntax-only -Werror %s
int elsewhere(int);
int omp_get_thread_num(void);
static void counts(int *x) {
#pragma omp critical
  ++*x; // expected-remark {{threads update elements of 'a' atomically or in copies of their own}}
}
void f(int n, int *a, int *b) {
  int t = 0, sum = 0;
#pragma omp parallel for
  for (int i = 1; i < n; ++i)
    a[i] = a[i - 1]; // expected-remark {{OpenMP's 'parallel for' stays as it is: iterations of the parallel loop depend on each other}}
#pragma omp parallel for
  for (int i = 0; i < n; ++i)
    a[i] = elsewhere(i); // expected-remark {{OpenMP's 'parallel for' stays as it is: 'elsewhere' is called and its definition is not visible; define it in this file}}
#pragma omp parallel for firstprivate(t)
  for (int i = 0; i < n; ++i)
    a[i] = t++; // expected-remark {{OpenMP's 'parallel for' stays as it is: 't' is read before the iteration has assigned it}}
#pragma omp parallel for private(t)
  for (int i = 0; i < n; ++i) {
    a[i] = t; // expected-remark {{OpenMP's 'parallel for' stays as it is: 't' is private, so it has no value}}
    t = i;
  }
#pragma omp parallel for ordered // expected-remark {{OpenMP's 'parallel for' stays as it is: iterations wait for each other in 'ordered'; store in an array what they compute, and put the rest in a loop behind it}}
  for (int i = 0; i < n; ++i) {
#pragma omp ordered
    a[i] = i;
  }
#pragma omp parallel for linear(t : 2) // expected-remark {{clause 'linear' stands at a loop that counts by a number that is not constant; make it one}}
  for (int i = 0; i < n; i += 3 + n)
    a[i] = t;
#pragma omp parallel for
  for (int i = 0; i < n; ++i)
    counts(a + i % 7);
#pragma omp parallel for // expected-remark {{it calls 'omp_get_thread_num', a function of OpenMP's library}}
  for (int i = 0; i < n; ++i)
    a[i] = omp_get_thread_num();
#pragma omp target teams distribute depend(in : t) // expected-remark {{it waits for other tasks, by clause 'depend'}}
  for (int i = 0; i < n; ++i)
    a[i] = i;
#pragma omp parallel // expected-remark {{its region shares out no loop}}
  {
  }
#pragma omp parallel
  {
    a[0] += 1; // expected-remark {{OpenMP's 'parallel' stays as it is: each of its threads changes 'a'}}
#pragma omp for
    for (int i = 1; i < n; ++i)
      a[i] = i;
  }
#pragma omp parallel
  {
    elsewhere(1); // expected-remark {{each of its threads calls 'elsewhere', whose definition is not visible}}
#pragma omp for
    for (int i = 1; i < n; ++i)
      a[i] = i;
  }
#pragma omp parallel
  {
    b[omp_get_thread_num()] = 1; // expected-remark {{each of its threads calls 'omp_get_thread_num'}}
#pragma omp for
    for (int i = 1; i < n; ++i)
      a[i] = i;
  }
#pragma omp parallel
  {
#pragma omp for
    for (int i = 1; i < n; ++i)
      a[i] = i;
#pragma omp critical // expected-remark {{each of its threads changes 'sum' in its 'critical'; only what its loops have found can be added up there}}
    sum++;
  }
  int highest = 0;
#pragma omp parallel
  {
    int here = 0;
#pragma omp for
    for (int i = 1; i < n; ++i)
      here += a[i];
    // What stands in the way is named, not what is added up beside it.
#pragma omp critical // expected-remark {{each of its threads changes 'highest' in its 'critical'; only what its loops have found can be added up there}}
    {
      sum += here;
      highest = n - here;
    }
  }
#pragma omp parallel
  {
#pragma omp loop bind(thread) // expected-remark {{each of its threads has a 't' in its 'loop'; declare it in that loop}}
    for (t = 0; t < n; ++t)
      a[t] = t;
#pragma omp for
    for (int i = 1; i < n; ++i)
      a[i] += i;
  }
#pragma omp parallel
  {
    int one = 1;
#pragma omp for
    for (int i = 1; i < n; ++i)
      a[i] = i;
#pragma omp atomic
    sum += one; // expected-remark {{what its threads combine of 'one' depends on how many there are; begin it with what changes no result, and have loops change it by one operator}}
  }
#pragma omp parallel reduction(+ : sum)
  {
#pragma omp for
    for (int i = 1; i < n; ++i)
      sum += i;
    t = sum; // expected-remark {{each of its threads uses 'sum', which the region reduces}}
  }
#pragma omp parallel
  {
#pragma omp for
    for (int i = 1; i < n; ++i)
      a[i] = i;
#pragma omp sections // expected-remark {{'sections' stands in it}}
    {
      elsewhere(2);
    }
  }
#pragma omp task // expected-remark {{OpenMP's 'task' stays as it is: loops in it run beside what other threads do}}
  {
#pragma omp parallel for
    for (int i = 0; i < n; ++i)
      a[i] = i;
  }
#pragma omp task // expected-remark {{OpenMP's 'task' stays as it is: it shares out no loop}}
  elsewhere(1);
#pragma omp parallel for reduction(+ : sum) default(none) shared(a, n)
  for (int i = 0; i < n; ++i)
    sum += a[i];
#pragma omp parallel
  {
#pragma omp single nowait
    for (int i = 1; i < n; ++i)
      elsewhere(i);
#pragma omp barrier
#pragma omp for
    for (int i = 1; i < n; ++i)
      a[i] = i;
#pragma omp single nowait
    for (int i = 1; i < n; ++i)
      elsewhere(i);
  }
#pragma omp parallel
  {
#pragma omp for
    for (int i = 1; i < n; ++i)
      a[i] = i;
#pragma omp single nowait
    for (int i = 1; i < n; ++i) // expected-remark {{a loop in its 'single' runs beside what other threads do; have it under a 'single' for which they wait, or behind the region}}
      elsewhere(i);
    elsewhere(n);
  }
#pragma omp parallel
  {
    int part = 0;
#pragma omp single copyprivate(part)
    part = 5;
#pragma omp for
    for (int i = 1; i < n; ++i)
      a[i] = i;
#pragma omp atomic
    sum += part; // expected-remark {{what its threads combine of 'part' depends on how many there are}}
  }
}

// What is each lane's own is a number, or no copy of it is made.
void lanes(int *a, int n) {
#pragma omp parallel for
  for (int i = 0; i < n; ++i) {
    int pair[2] = {5, 6}, sum = 0;
#pragma omp simd private(pair) reduction(+ : sum) // expected-remark {{'simd' stands in it}}
    for (int j = 0; j < 8; ++j) {
      pair[0] = i + j;
      sum += pair[0];
    }
    a[i] = sum;
  }
}
int __kmpc_global_thread_num(void *);
void numbers(int *a, int n) {
#pragma omp parallel for // expected-remark {{it calls '__kmpc_global_thread_num', a function of OpenMP's library}}
  for (int i = 0; i < n; ++i)
    a[i] = __kmpc_global_thread_num(0);
}
