// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the thread of number 0 does is done by one thread, as under `master`;
// regions in which threads do more by their numbers stay.
// RUN: %openmp %s %t --kernels 3
#include <stdio.h>
#ifdef _OPENMP
#include <omp.h>
#else
static int omp_get_thread_num(void) { return 0; }
#endif
enum { N = 1000 };
static int a[N], seen[64], firsts;
static long total(void) {
  long sum = 0;
  for (int i = 0; i < N; i++)
    sum += (long)a[i] * (i % 17 + 1);
  return sum;
}
static void add(int n) {
  int tid, started = 0;
#pragma omp parallel private(tid)
  {
    tid = omp_get_thread_num();
    if (tid == 0) {
      printf("first\n");
      started += 1;
    }
#pragma omp for
    for (int i = 0; i < n; i++)
      a[i] += i + 1;
    if (!omp_get_thread_num())
      firsts++;
  }
  printf("%d %d %ld\n", started, firsts, total());
}
int main(void) {
  int n = N, from = 0;
  add(n);
  // Threads of another region call it.
#pragma omp parallel num_threads(2)
  {
#pragma omp barrier
#pragma omp critical
    if (omp_get_thread_num() == 0)
      add(n);
  }
#pragma omp parallel
  {
    const int me = omp_get_thread_num();
    if (0 == (me))
      from = 3;
#pragma omp barrier
#pragma omp for
    for (int i = 0; i < n; i++)
      a[i] *= from;
  }
  printf("%ld\n", total());
#pragma omp parallel
  {
    if (omp_get_thread_num() == 0) {
      from += 2;
    }
#pragma omp for
    for (int i = 0; i < n; i++)
      a[i] -= 4;
  }
  printf("%d %ld\n", from, total());
  // These stay.
#pragma omp parallel num_threads(2)
  {
    int me = omp_get_thread_num();
    if (me == 0)
      firsts++;
    seen[me] = 1;
#pragma omp for
    for (int i = 0; i < n; i++)
      a[i] += 4;
  }
  printf("%d %ld\n", seen[0], total());
#pragma omp parallel num_threads(1)
  {
    int me = omp_get_thread_num();
#pragma omp for
    for (int i = 0; i < n; i++)
      if (me == 0)
        a[i] += 4;
  }
#pragma omp parallel num_threads(1)
  {
    if (omp_get_thread_num() == 0)
      firsts++;
    else
      firsts += 2;
#pragma omp for
    for (int i = 0; i < n; i++)
      a[i] += 4;
  }
#pragma omp parallel num_threads(1)
  {
    int me = omp_get_thread_num();
    me += 1;
    if (me == 0)
      firsts++;
#pragma omp for
    for (int i = 0; i < n; i++)
      a[i] += 4;
  }
  printf("%d %ld\n", firsts, total());
}
