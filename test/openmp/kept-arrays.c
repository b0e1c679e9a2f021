// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A thread's array lives as long as its region or function: a static schedule
// gives later loops the iterations that filled it.
// RUN: %openmp %s %t --kernels 11
// RUN: %clang -O1 -fopenmp -c %s -o %t.o %plugin -fplugin-arg-twofold-openmp \
// RUN:   -Rpass=twofold -Rpass-missed=twofold 2>&1 | %FileCheck %s
#include <stdio.h>
enum { N = 60, M = 64 };
static double a[M][M], b[M], c[M][M];
static void filled(int n) {
#pragma omp parallel
  {
    double t[M];
#pragma omp for schedule(static)
    // CHECK-DAG: [[@LINE+1]]:5: remark: offloaded
    for (int i = 0; i < n; i++)
      t[i] = i;
#pragma omp for schedule(static)
    // CHECK-DAG: [[@LINE+1]]:5: remark: offloaded
    for (int i = 0; i < n; i++)
      b[i] = t[i];
  }
}
static void by_clause(int n) {
  double t[M];
#pragma omp parallel private(t)
  {
#pragma omp for schedule(static)
    for (int i = 0; i < n; i++)
      t[i] = 3 * i;
#pragma omp for schedule(static)
    for (int i = 0; i < n; i++)
      b[i] += t[i];
  }
}
static void repeated(int n) {
#pragma omp parallel
  {
    double t[M];
    for (int step = 0; step < 3; ++step) {
#pragma omp for schedule(static)
      for (int i = 0; i < n; i++) {
        if (step == 0)
          t[i] = 0;
        t[i] += i;
        if (step == 2)
          b[i] += t[i];
      }
    }
  }
}
// An iteration may read what another one of its thread has left.
static void crossing(int n) {
#pragma omp parallel num_threads(1)
  {
    double t[M];
#pragma omp for schedule(static)
    for (int i = 0; i < n; i++)
      t[i] = i;
#pragma omp for schedule(static)
    // CHECK-DAG: OpenMP's 'parallel' stays as it is: iterations of the parallel loop depend on each other and would run in order: 't' is
    for (int i = 0; i < n; i++) {
      t[0] += 1;
      b[i] += t[i];
    }
  }
}
static void scratch(int n, int m) {
#pragma omp parallel
  {
    double t[M];
#pragma omp for
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < m; j++)
        t[j] = a[i][j] * 2;
      for (int j = 0; j < m - 1; j++)
        b[i] += t[j] + t[j + 1];
    }
#pragma omp for
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < M; j++)
        t[j] = a[i][j] + 2;
      for (int j = 0; j < M - 1; j++)
        b[i] += t[j] + t[j + 1];
    }
  }
}
// The threads of the region that calls it share out the loop, and each has arrays.
static void orphaned(int n, int m) {
  double t[M], u[M];
#pragma omp for
  // CHECK-DAG: [[@LINE+1]]:3: remark: offloaded
  for (int k = 0; k < n - 1; k++) {
    for (int i = 0; i < m; i++) {
      t[i] = a[k][i] + a[k + 1][i];
      u[i] = a[k][i] - t[i];
    }
    for (int i = 0; i < m - 1; i++)
      c[k][i] += t[i] + t[i + 1] + u[i];
  }
}
static void orphaned_twice(int n) {
  double t[M];
#pragma omp for schedule(static)
  for (int k = 0; k < n; k++)
    t[k] = b[k] * 2;
#pragma omp for schedule(static)
  for (int k = 0; k < n; k++)
    c[k][k] += t[k];
}
// What a thread's iterations have added up is read when they have ended.
static void orphaned_sums(int n) {
  double t[2];
  t[0] = t[1] = 0;
#pragma omp for
  for (int k = 0; k < n; k++)
    t[k % 2] += b[k];
#pragma omp critical
  c[1][0] += t[0] - t[1];
}
int main(void) {
  for (int i = 0; i < M; i++)
    for (int j = 0; j < M; j++)
      a[i][j] = (i * 7 + j * 3) % 32, c[i][j] = 1;
  for (int round = 0; round < 3; ++round) {
    filled(N);
    by_clause(N);
    repeated(N);
    crossing(N);
    scratch(N, M - 3);
#pragma omp parallel
    {
      orphaned(N, M);
      orphaned_twice(N);
      orphaned_sums(N);
    }
    orphaned(N - 3, M);
  }
  double sum = 0;
  for (int i = 0; i < M; i++)
    for (int j = 0; j < M; j++)
      sum = sum * 0.75 + c[i][j];
  for (int i = 0; i < M; i++)
    sum = sum * 0.75 + b[i];
  printf("%.17g\n", sum);
  return 0;
}
