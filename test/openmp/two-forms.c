// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A region with several loops is there twice, loop by loop and as it was
// written, and either form may run, in one process in turn.
// RUN: %openmp %s %t --kernels 15
// RUN: %clang -O2 -fopenmp %s -o %t.both %plugin -fplugin-arg-twofold-openmp %include %runtime_flags
// RUN: env OMP_NUM_THREADS=3 TWOFOLD_DEVICE=native TWOFOLD_REGIONS=both TWOFOLD_INFO=1 %t.both 2>&1 | %FileCheck %s --implicit-check-not='{{sums|inner}}: left to'
// RUN: env OMP_NUM_THREADS=3 TWOFOLD_DEVICE=native TWOFOLD_REGIONS=loops TWOFOLD_INFO=1 %t.both 2>&1 | %FileCheck %s --check-prefix=LOOPS
// RUN: env OMP_NUM_THREADS=1 TWOFOLD_DEVICE=native TWOFOLD_REGIONS=openmp TWOFOLD_INFO=1 %t.both 2>&1 | %FileCheck %s --check-prefix=LOOPS
// RUN: env OMP_NUM_THREADS=3 TWOFOLD_DEVICE=native TWOFOLD_REGIONS=openmp TWOFOLD_DETERMINISTIC=1 TWOFOLD_INFO=1 %t.both 2>&1 | %FileCheck %s --check-prefix=LOOPS
// LOOPS-NOT: because TWOFOLD_REGIONS asks for it
#include <stdio.h>
enum { N = 600 };
static int a[N], b[N];
static double c[N];

/* The number of iterations that come is told by the last one. */
static int shifted(int by) {
  int i, last = -1, sum = 0, first = by;
  // CHECK-DAG: two-forms.c:[[#@LINE+2]]: shifted: left to OpenMP's 'parallel'
  // 10 times of 20, because TWOFOLD_REGIONS asks for it
#pragma omp parallel firstprivate(first)
  {
#pragma omp for nowait
    for (i = 0; i < N; i++)
      a[i] = i * first;
#pragma omp for nowait
    for (i = 0; i < N; i++)
      b[i] = a[i] - first;
#pragma omp barrier
#pragma omp for lastprivate(last)
    for (i = 0; i < N; i++) {
      last = b[N - 1 - i] + i;
      c[i] = a[N - 1 - i] / 2.0;
    }
#pragma omp for reduction(+ : sum)
    for (i = 0; i < N; i++)
      sum += a[i] ^ b[i];
  }
  return sum + last;
}

/* Loops in functions that the region calls. */
static void halved(int *x, int n) {
#pragma omp for
  for (int i = 0; i < n; i++)
    x[i] /= 2;
}
static void raised(int *x, int n, int by) {
  halved(x, n);
#pragma omp for nowait
  for (int i = 0; i < n; i++)
    x[i] += by;
}
static void called(int n) {
  // CHECK-DAG: two-forms.c:[[#@LINE+2]]: called: left to OpenMP's 'parallel' 10
  // times of 20,
#pragma omp parallel
  raised(a, n, 7);
}

/* One loop that runs again and again, and what one thread does between. */
static int swept(int times) {
  int turns = 0;
  // CHECK-DAG: two-forms.c:[[#@LINE+2]]: swept: left to OpenMP's 'parallel' 10
  // times of 20,
#pragma omp parallel
  for (int t = 0; t < times; t++) {
#pragma omp for
    for (int i = 1; i < N; i++)
      b[i] = (a[i] + a[i - 1] + t) & 1023;
#pragma omp for
    for (int i = 1; i < N; i++)
      a[i] = b[i];
#pragma omp single
    turns++;
  }
  return turns;
}

/* In recursion: one form may run while an outer run of the region goes on. */
static int deep(int depth) {
  int got = depth;
  if (depth == 0)
    return 0;
  // CHECK-DAG: two-forms.c:[[#@LINE+2]]: deep: left to OpenMP's 'parallel' 40
  // times of 80,
#pragma omp parallel
  {
#pragma omp for
    for (int i = 0; i < N; i++)
      a[i] += depth;
#pragma omp for
    for (int i = 0; i < N; i++)
      b[i] += a[i] & depth;
  }
  got += deep(depth - 1);
  return got + b[depth];
}

/* Each thread of a region runs this one alone. */
static void inner(int row) {
#pragma omp parallel
  {
#pragma omp for
    for (int i = 0; i < 8; i++)
      a[8 * row + i] = row + i;
#pragma omp for
    for (int i = 0; i < 8; i++)
      b[8 * row + i] = a[8 * row + 7 - i];
  }
}
static void outer(void) {
#pragma omp parallel for schedule(dynamic)
  for (int row = 0; row < N / 8; row++) {
#pragma omp critical
    inner(row);
  }
}

/* Sums that round are the same in each call, so this one is no choice. */
static double sums(void) {
  double sum = 0;
#pragma omp parallel
  {
#pragma omp for
    for (int i = 0; i < N; i++)
      c[i] = a[i] * 0.5;
#pragma omp for reduction(+ : sum)
    for (int i = 0; i < N; i++)
      sum += c[i];
  }
  return sum;
}

int main(void) {
  for (int call = 0; call < 20; call++) {
    int told = shifted(call + 3);
    called(N - call);
    int turns = swept(3);
    int got = deep(4);
    outer();
    double sum = sums();
    long all = 0;
    for (int i = 0; i < N; i++)
      all = (all * 31 + a[i] + 3 * b[i]) % 1000003;
    printf("%d %d %d %ld %.1f %.1f\n", told, turns, got, all, c[call], sum);
  }
}
