// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Regions of threads inside a loop that is shared out: one thread runs each for
// its iteration, unless how many there are would show.
// RUN: %openmp %s %t --kernels 8
// RUN: %clangxx -fsyntax-only -fopenmp %plugin -fplugin-arg-twofold-openmp -Rpass-missed=twofold %include %s 2>&1 | %FileCheck %s
#include <cstdio>

enum { N = 24, M = 100 };
static double a[N][M], b[N][M], s[N];
static int found[N], bins[8];

static void taken() {
#pragma omp target teams distribute
  for (int i = 0; i < N; ++i) {
    double first = i;
#pragma omp parallel
    {
      double twice = first * 2;
#pragma omp for
      for (int j = 0; j < M; ++j)
        a[i][j] += twice + j;
#pragma omp barrier
#pragma omp single
      b[i][0] = 7;
#pragma omp for simd nowait
      for (int j = 1; j < M; ++j)
        b[i][j] += a[i][j - 1] + b[i][0];
    }
  }
#pragma omp target teams distribute
  for (int i = 0; i < N; ++i) {
    double sum = 0;
#pragma omp parallel num_threads(3) reduction(+ : sum)
#pragma omp for
    for (int j = 0; j < M; ++j)
      sum += a[i][j];
    s[i] = sum;
  }
#pragma omp target
#pragma omp teams
#pragma omp distribute
  for (int i = 0; i < N; ++i)
#pragma omp parallel
    for (int j = 0; j < M; ++j)
      a[i][j] = i + j;
  int c = 3, j;
#pragma omp target teams distribute
  for (int i = 0; i < N; ++i) {
    int own = i;
#pragma omp parallel firstprivate(own) private(c, j)
    {
      own += 4;
#pragma omp for schedule(static)
      for (j = 0; j < M; ++j) {
        c = own * j;
        a[i][j] += c;
      }
#pragma omp for collapse(2)
      for (int k = 0; k < 10; ++k)
        for (int l = 0; l < 10; ++l)
          b[i][k * 10 + l] = a[i][k * 10 + l] + k;
    }
    found[i] = own;
  }
#pragma omp parallel for
  for (int i = 0; i < N; ++i) {
    int sum = 0;
#pragma omp parallel
    {
      int mine = 0;
#pragma omp for
      for (int j = 0; j < M; ++j)
        mine += (int)a[i][j];
#pragma omp critical
      sum += mine;
    }
    found[i] += sum;
  }
#pragma omp target teams distribute map(bins)
  for (int i = 0; i < N; ++i)
#pragma omp parallel
    {
#pragma omp for
      for (int j = 0; j < M; ++j)
#pragma omp atomic
        bins[j % 8] += i;
    }
#pragma omp target teams distribute
  for (int i = 0; i < N; ++i) {
    int last = -1, most = 0;
#pragma omp parallel
    {
#pragma omp for lastprivate(last)
      for (int j = 0; j < M; ++j)
        last = j;
#pragma omp for reduction(max : most)
      for (int j = 0; j < M; ++j)
        most = most > a[i][j] ? most : (int)a[i][j];
    }
    found[i] += last + most;
  }
#pragma omp target teams distribute
  for (int i = 0; i < N; ++i)
#pragma omp parallel
#pragma omp single
    found[i]++;
}

static void stay() {
#pragma omp target teams distribute
  for (int i = 0; i < N; ++i) {
    int threads = 0;
#pragma omp parallel num_threads(2)
    // CHECK: [[#@LINE+1]]:1: remark: OpenMP's 'target teams distribute' stays as it is: no one thread can run 'parallel' in it: each of its threads changes 'threads' in its 'atomic'
#pragma omp atomic
    threads++;
    found[i] += threads > 0;
  }
#pragma omp parallel for
  for (int i = 0; i < N; ++i) {
#pragma omp parallel
    // CHECK: [[#@LINE+1]]:1: remark: OpenMP's 'parallel for' stays as it is: no one thread can run 'parallel' in it: 'sections' stands in it
#pragma omp sections
    {
#pragma omp section
      s[i] += 1;
#pragma omp section
      b[i][1] += 1;
    }
  }
}

int main() {
  taken();
  stay();
  double sum = 0;
  for (int i = 0; i < N; ++i) {
    sum += s[i] + found[i];
    for (int j = 0; j < M; ++j)
      sum += a[i][j] * b[i][j];
  }
  for (int k = 0; k < 8; ++k)
    sum += bins[k] * (k + 1);
  printf("%.17g %d %d\n", sum, found[3], bins[3]);
}
