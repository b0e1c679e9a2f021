// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Values that go from one iteration to another, and a way out that is one.
// RUN: %clang %plugin -fplugin-arg-twofold-openmp -fopenmp -Rpass-missed=twofold -fsyntax-only -Xclang -verify %s
// RUN: %clang %plugin -fplugin-arg-twofold-openmp -Rpass-missed=twofold -fsyntax-only -Xclang -verify %s
enum { N = 100 };
static int most(int a, int b) { return a > b ? a : b; }

int begun(int *a, int last) {
#pragma omp parallel for firstprivate(last) lastprivate(last)
  for (int i = 0; i < N; ++i) {
    a[i] = last + i; // expected-remark {{'last' is read before the iteration has assigned it, so iterations depend on one another and would run in order; assign it first on every path, or copy what it begins with to another variable before the loop, and read that}}
    last = i * 2;
  }
  return last;
}

int combined(const int *x) {
  int res = 0;
#pragma omp parallel for
  for (int i = 0; i < N; ++i) {
    int e = x[i];
#pragma omp critical
    res = most(res, e); // expected-remark {{'res' is read before the iteration has assigned it, so iterations depend on one another and would run in order; combine it by one operator of 'reduction' or by fmin or fmax, or store what each iteration has found in an array, and combine that behind the loop}}
  }
  return res;
}

int written(int *out) {
  int x[N + 1], y[N], t[4];
#pragma omp parallel for
  for (int i = 0; i < N; ++i) {
    x[i] = i; // expected-remark {{'x' is written and written 1 iteration of 'i' away; have each of them write elements of its own}}
    x[i + 1] = 2;
  }
#pragma omp parallel for
  for (int i = 0; i < N; ++i)
    y[0] = i; // expected-remark {{'y' is written and written 1 iteration of 'i' away; have each of them write elements of its own}}
  // What is read there, too, may be each iteration's own.
#pragma omp parallel for
  for (int i = 0; i < N; ++i) {
    t[i % 2] = i; // expected-remark {{with private(t)}}
    t[(i + 1) % 2] = i;
    out[i] = t[0] + t[1];
  }
  return x[1] + y[0];
}

void waiting(int *a) {
#pragma omp parallel for ordered(1) // expected-remark {{OpenMP's 'parallel for' stays as it is: iterations wait for those before them in 'ordered'; have one loop go through what waits, as diagonals do, and in it a parallel one over the iterations of each}}
  for (int i = 1; i < N; ++i) {
#pragma omp ordered depend(sink : i - 1)
    a[i] += a[i - 1];
#pragma omp ordered depend(source)
  }
#pragma omp parallel for ordered // expected-remark {{iterations wait for each other in 'ordered'; store in an array what they compute, and put the rest in a loop behind it}}
  for (int i = 1; i < N; ++i) {
#pragma omp ordered
    a[0] = a[0] * 3 + i;
  }
}
