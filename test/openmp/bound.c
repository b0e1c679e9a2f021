// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// `loop bind(thread)` in a loop that is taken: one iteration runs it, in lanes.
// In a region each thread has all of its iterations.
// RUN: %openmp %s %t --kernels 5
#include <stdio.h>
enum { N = 300, M = 40 };
static double y[N * M];
static int place[M], times[M];

static void count(void) {
#pragma omp loop bind(thread)
  for (int i = 0; i < M; ++i) {
#pragma omp atomic
    times[i] += 1;
  }
}

static int added(void) {
  int sum = 0;
#pragma omp loop bind(thread) reduction(+ : sum)
  for (int i = 0; i < M; ++i)
    sum += i;
  return sum;
}

/* How many of the regions do not have each of their threads do everything. */
static int inRegions(void) {
#ifdef _OPENMP
  const int threads = 4;
#else
  const int threads = 1;
#endif
  int bad = 0, sum = 0, called = 0;
#pragma omp parallel num_threads(4)
  {
#pragma omp loop bind(thread)
    for (int i = 0; i < M; ++i) {
#pragma omp atomic
      times[i] += 1;
    }
  }
  bad += times[M - 1] != threads;
#pragma omp parallel num_threads(4)
  count();
  bad += times[M - 1] != 2 * threads;
#pragma omp parallel num_threads(4) reduction(+ : sum)
  {
#pragma omp loop bind(thread)
    for (int i = 0; i < M; ++i)
      sum += i;
  }
  bad += sum != threads * (M * (M - 1) / 2);
#pragma omp parallel num_threads(4) reduction(+ : called)
  called += added();
  bad += called != threads * (M * (M - 1) / 2);
  // Beside a loop that is shared out it is code of each thread's own.
#pragma omp parallel
  {
    int own[M];
#pragma omp loop bind(thread)
    for (int i = 0; i < M; ++i)
      own[i] = place[i] + 1;
#pragma omp for
    for (int i = 0; i < M; ++i)
      times[i] = own[place[i]];
  }
  for (int i = 0; i < M; ++i)
    bad += times[i] != place[place[i]] + 1;
  return bad;
}

int main(void) {
  double sums[N];
  int j;
  for (int i = 0; i < M; ++i)
    place[i] = (i * 7) % M;
#pragma omp parallel for private(j)
  for (int i = 0; i < N; ++i) {
    double t = i, sum = 0;
#pragma omp loop bind(thread) private(j)
    for (j = 0; j < M; ++j)
      y[i * M + place[j]] = t * j;
#pragma omp loop bind(thread) reduction(+ : sum) lastprivate(j)
    for (j = 0; j < M; ++j)
      sum += y[i * M + j];
    sums[i] = sum + j;
  }
  double all = 0;
#pragma omp parallel for reduction(+ : all)
  for (int i = 0; i < N; ++i)
    all += sums[i];
  printf("%d\n", inRegions());
  printf("%g %g\n", all, y[N * M - 1]);
}
