// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Regions that share out loops, or let one thread work, in functions that they
// call, where threads of another region come to them: what the functions have
// is about the inner region, of which each of these threads has its own.
// RUN: %openmp %s %t --kernels 7 --alone 7
// RUN: %clang -O2 -fopenmp %s -o %t.inner %plugin -fplugin-arg-twofold-openmp %include %runtime_flags
// RUN: sh -c 'for run in 1 4 7; do for form in loops openmp both auto; do env OMP_NUM_THREADS=$run TWOFOLD_DEVICE=native TWOFOLD_REGIONS=$form timeout 60 %t.inner | diff %t.expected - || exit 1; done; done'
// RUN: env OMP_NUM_THREADS=2 OMP_MAX_ACTIVE_LEVELS=2 TWOFOLD_DEVICE=native timeout 300 %t.inner | diff %t.expected -
// RUN: env OMP_NUM_THREADS=3 TWOFOLD_DEVICE=native TWOFOLD_INFO=1 %t.inner 2>&1 | %FileCheck %s
#include <stdio.h>
enum { ROWS = 4, N = 120 };
static int c[ROWS][N], once[ROWS], seen[ROWS];

static void add(int *row, int n) {
#pragma omp for
  for (int i = 0; i < n; i++)
    row[i] += 1;
}
static void addDynamic(int *row, int n) {
#pragma omp for schedule(dynamic) nowait
  for (int i = 0; i < n; i++)
    row[i] += 2;
}
static void addDeeply(int *row, int n) {
  add(row, n);
  addDynamic(row, n);
}
static void reduced(const int *row, int n, int *sum) {
#pragma omp for reduction(+ : sum[ : 1])
  for (int i = 0; i < n; i++)
    sum[0] += row[i];
}
static void alone(int *count) {
#pragma omp single
  ++*count;
}
static void first(int *count) {
#pragma omp master
  ++*count;
}
static void waits(void) {
#pragma omp barrier
}

static void oneLoop(int k) {
  // CHECK: inner-regions.c:[[#@LINE+1]]: oneLoop: left to OpenMP's 'parallel' {{.*}} because it is called in a region that is OpenMP's
#pragma omp parallel
  add(c[k], N);
}
static void twoLoops(int k) {
#pragma omp parallel
  {
    addDeeply(c[k], N);
#pragma omp barrier
    addDeeply(c[k], N);
  }
}
static void own(int k) {
#pragma omp parallel
  {
#pragma omp for
    for (int i = 0; i < N; i++)
      c[k][i] += 1;
    alone(&once[k]);
#pragma omp for
    for (int i = 0; i < N; i++)
      c[k][i] += 3;
    waits();
    first(&once[k]);
  }
}
static void oneOwn(int k) {
#pragma omp parallel
  {
    alone(&once[k]);
#pragma omp for
    for (int i = 0; i < N; i++)
      c[k][i] += 1;
    waits();
  }
}
static void conditional(int k) {
#pragma omp parallel if (k < 0) num_threads(2)
  {
    add(c[k], N);
    addDynamic(c[k], N);
  }
}
static void target(int k) {
#pragma omp target parallel
  {
    add(c[k], N);
    add(c[k], N);
  }
}
static void summed(int k) {
  int sum = 0;
#pragma omp parallel
  reduced(c[k], N, &sum);
  seen[k] += sum % 1000;
}
/* Defined ahead of what it calls. */
static void later(int *row, int n);
static void early(int k) {
#pragma omp parallel
  later(c[k], N);
}
static void later(int *row, int n) {
#pragma omp for schedule(guided)
  for (int i = 0; i < n; i++)
    row[i] += 5;
}
/* One thread of this region is several of the next. */
static void deep(int k, int depth) {
#pragma omp parallel
  {
    add(c[k], N);
    add(c[k], N);
  }
  if (depth > 0) {
#pragma omp parallel num_threads(2)
#pragma omp single
    deep(k, depth - 1);
  }
}

static void onHost(int k) {
  oneLoop(k);
  twoLoops(k);
  own(k);
  oneOwn(k);
  conditional(k);
  summed(k);
  early(k);
  deep(k, 1);
}
static void all(int k) {
  onHost(k);
  target(k);
}

static void tell(const char *where) {
  long sum = 0;
  for (int k = 0; k < ROWS; k++) {
    for (int i = 0; i < N; i++)
      sum += (i % 7 + 1) * c[k][i], c[k][i] = 0;
    sum += 1000 * once[k] + seen[k];
    once[k] = seen[k] = 0;
  }
  printf("%s %ld\n", where, sum);
}

int main(void) {
  for (int k = 0; k < ROWS; k++)
    all(k);
  tell("no region");
#pragma omp parallel for num_threads(4)
  for (int k = 0; k < ROWS; k++)
    all(k);
  tell("for");
#pragma omp parallel for num_threads(3) schedule(dynamic)
  for (int k = 0; k < ROWS; k++)
    all(k);
  tell("dynamic");
#pragma omp parallel num_threads(4)
  {
#pragma omp single
    all(0);
#pragma omp single nowait
    all(1);
#pragma omp master
    all(2);
#pragma omp barrier
#pragma omp critical
    oneLoop(3); // as often as there are threads
#pragma omp barrier
#pragma omp single
    for (int i = 0; i < N; i++)
      c[3][i] = 0;
#pragma omp for ordered
    for (int k = 2; k < ROWS; k++) {
#pragma omp ordered
      all(k);
    }
  }
  tell("one thread");
#pragma omp parallel sections num_threads(3)
  {
#pragma omp section
    all(0);
#pragma omp section
    all(1);
#pragma omp section
    all(2);
  }
  tell("sections");
#pragma omp parallel num_threads(4)
#pragma omp single
  for (int k = 0; k < ROWS; k++) {
#pragma omp task
    all(k);
  }
  tell("tasks");
#pragma omp parallel num_threads(4)
#pragma omp single
#pragma omp taskloop
  for (int k = 0; k < ROWS; k++)
    all(k);
  tell("taskloop");
#pragma omp parallel for num_threads(2)
  for (int k = 0; k < ROWS; k++) {
#pragma omp parallel num_threads(2)
    {
#pragma omp single
      all(k);
      add(c[k], N);
    }
  }
  tell("levels");
#pragma omp target teams distribute parallel for
  for (int k = 0; k < ROWS; k++)
    onHost(k);
  tell("teams");
#pragma omp parallel num_threads(1)
#pragma omp single
  all(0);
  tell("inactive");
}
