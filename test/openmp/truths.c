// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What '&&' and '||' combine is 0 or 1 once there was an iteration, with
// OpenMP's threads, whether or not an iteration assigns it. Teams and tasks
// combine it even without an iteration.
// RUN: %openmp %s %t --kernels 18 --alone 19
#include <stdio.h>
enum { N = 30000 };
static int x[N];

#define PRAGMA(Line) _Pragma(#Line)
/* Reduces numbers by a loop of n iterations under Directive. */
#define REDUCE(Directive)                                                      \
  m = 5, d = 0.5;                                                              \
  PRAGMA(omp Directive reduction(&& : m) reduction(|| : d))                    \
  for (int i = 0; i < n; i++) {                                                \
    m = m && x[i] < 9;                                                         \
    d = d || x[i];                                                             \
  }                                                                            \
  bad += m != all || d != any;

static int withoutIterations(int n) {
#ifdef _OPENMP
  const double all = 1, any = 1;
#else
  const double all = 5, any = 0.5;
#endif
  int bad = 0, m;
  double d;
  REDUCE(teams distribute)
  REDUCE(teams distribute parallel for)
  REDUCE(teams distribute parallel for simd)
  REDUCE(target teams distribute map(tofrom : m, d))
  REDUCE(teams loop)
  REDUCE(taskloop)
  REDUCE(parallel master taskloop)
  REDUCE(parallel masked taskloop simd)
  return bad;
}

int main(void) {
  int n = N, bad = 0;
  // Without OpenMP's threads they keep what they had.
#ifdef _OPENMP
  const int any = 1, all = 1;
#else
  const int any = 5, all = 7;
#endif
  int m = 5, k = 7;
  double d = 7;
  float f = 5;
  unsigned char c = 5;
  long l = 1L << 40;
#pragma omp parallel for reduction(|| : m, c, l, f) reduction(&& : k, d)
  for (int i = 0; i < n; i++)
    if (x[i]) {
      m = m || x[i];
      k = k && !x[i];
      d = d && !x[i];
      f = f || x[i];
      c = c || x[i];
      l = l || x[i];
    }
  bad += m != any || k != all || d != all || f != any || c != any;
  bad += l != (any == 1 ? 1 : 1L << 40);
  // Few iterations, and none.
  m = 5, k = 7;
#pragma omp parallel for reduction(|| : m) reduction(&& : k)
  for (int i = 0; i < n / 10000; i++)
    if (x[i])
      m = m || 1, k = k && 0;
  bad += m != any || k != all;
  m = 5, k = 7;
#pragma omp parallel for reduction(|| : m) reduction(&& : k)
  for (int i = n; i < N; i++)
    if (x[i])
      m = m || 1, k = k && 0;
  bad += m != 5 || k != 7;
  m = 5, k = 7;
#pragma omp parallel for collapse(2) reduction(|| : m) reduction(&& : k)
  for (int i = 0; i < n / 100; i++)
    for (int j = 0; j < 100; j++)
      if (x[i * 100 + j])
        m = m || 1, k = k && 0;
  bad += m != any || k != all;
  m = 5, k = 7;
#pragma omp parallel for collapse(2) reduction(|| : m) reduction(&& : k)
  for (int i = 0; i < n / 100; i++)
    for (int j = n; j < N; j++)
      if (x[i * 100])
        m = m || 1, k = k && 0;
  bad += m != 5 || k != 7;
  m = 5, k = 7;
#pragma omp parallel
#pragma omp for reduction(|| : m) reduction(&& : k)
  for (int i = 0; i < n; i++) {
    if (!x[i])
      continue;
    m = m || x[i];
    k = k && !x[i];
  }
  bad += m != any || k != all;
  // Assigned alone, and by no iteration at all.
  m = 5, k = 7, c = 5;
#pragma omp parallel for reduction(|| : m, c) reduction(&& : k)
  for (int i = 0; i < n; i++) {
    if (x[i])
      m = 3;
    if (x[i])
      k = 0;
    if (!x[i])
      c = 1;
  }
  bad += m != any || k != all || c != 1;
  m = 5, k = 7;
#pragma omp parallel for reduction(|| : m) reduction(&& : k)
  for (int i = 0; i < n; i++)
    x[i] = 0;
  bad += m != any || k != all;
  // A region combines its threads' numbers, whether or not a loop in it runs.
  m = 5, k = 7, d = 7;
#pragma omp parallel reduction(|| : m) reduction(&& : k, d)
  {
#pragma omp for
    for (int i = n; i < N; i++)
      m = m || x[i], d = d && x[i];
#pragma omp for nowait
    for (int i = 0; i < n; i++)
      if (x[i])
        m = 3, k = 0;
  }
  bad += m != any || k != all || d != all;
  printf("%d\n", bad);
  bad += withoutIterations(N - n);
  printf("%d\n", bad);
  // Each element of an array is combined as well, which no iteration does.
  int seen[4] = {0, 5, 1, 7};
#pragma omp parallel for reduction(|| : seen)
  for (int i = 0; i < n; i++)
    seen[i % 3] = seen[i % 3] || x[i];
#ifdef _OPENMP
  bad += seen[1] != 1 || seen[3] != 1;
#else
  bad += seen[1] != 1 || seen[3] != 7;
#endif
  printf("%d\n", bad);
  return bad;
}
