// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Where OpenMP has iterations come in their order, or has one wait for another,
// values of atomic operations show that: such loops stay.
// RUN: %openmp %s %t --kernels 5 --alone 1
#include <stdio.h>
enum { N = 3000 };
void omp_set_num_threads(int) __attribute__((weak));
static int out[N];
static void show(const char *what, int n) {
  unsigned sum = 0;
  for (int i = 0; i < n; ++i)
    sum = sum * 31 + (unsigned)out[i];
  printf("%s %u\n", what, sum);
}
static void orphan(int n, int *next) {
#pragma omp for
  for (int i = 0; i < n; ++i) {
    int at;
#pragma omp atomic capture
    at = (*next)++;
    out[i] = at;
  }
}
int main(void) {
  const int n = N;
  int next = 0;
  orphan(n, &next);
  show("one thread", n);
#pragma omp teams distribute num_teams(1)
  for (int i = 0; i < n; ++i) {
    int at;
#pragma omp atomic capture
    at = next++;
    out[i] = at;
  }
  show("one team", n);
#pragma omp parallel
#pragma omp single
#pragma omp taskloop num_tasks(1)
  for (int i = 0; i < n; ++i) {
    int at;
#pragma omp atomic capture
    at = next++;
    out[i] = at;
  }
  show("one task", n);
  // The last increment sees what all others have done.
  int wrong = 0;
  for (int round = 0; round < 20; ++round) {
    int count = 0, last = 0;
#pragma omp parallel for
    for (int i = 0; i < n; ++i) {
      out[i] = i * round;
      if (i == n - 1)
        last = 1;
      if (__sync_add_and_fetch(&count, 1) == n)
        last = 2;
    }
    wrong += last != 2;
  }
  printf("%d\n", wrong);
  show("last", n);
  // One chunk of iterations, and one thread, which a run finds.
#pragma omp parallel for schedule(static, 5000)
  for (int i = 0; i < n; ++i) {
    int at;
#pragma omp atomic capture
    at = next++;
    out[i] = at;
  }
  show("static chunk", n);
#pragma omp parallel for schedule(dynamic, n)
  for (int i = 0; i < n; ++i)
    out[i] = __sync_fetch_and_add(&next, 1);
  show("dynamic chunk", n);
#pragma omp parallel for schedule(guided, n)
  for (int i = 0; i < n; ++i)
    out[i] = __sync_fetch_and_add(&next, 1);
  show("guided chunk", n);
  if (omp_set_num_threads)
    omp_set_num_threads(1);
  for (int round = 0; round < 5; ++round) {
#pragma omp parallel for
    for (int i = 0; i < n; ++i)
      out[i] = __sync_fetch_and_add(&next, 1);
    show("one thread set", n);
  }
  if (omp_set_num_threads)
    omp_set_num_threads(3);
  // The number of those that do something comes in any order.
  int some = 0;
#pragma omp parallel for
  for (int i = 0; i < n; ++i)
    if (i % 3)
#pragma omp atomic
      some++;
  printf("%d\n", some);
}
