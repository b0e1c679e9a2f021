// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Variables that move by a step with each iteration, of clause `linear`, and
// `ordered` without a part that runs in order.
// RUN: %openmp %s %t --kernels 12
#include <stdio.h>
enum { N = 1000 };
static double a[N], b[4 * N];
static int marks[4 * N];
static long check(void) {
  long sum = 0;
  for (int i = 0; i < 4 * N; i++)
    sum += (long)(b[i] * 8) * (i % 31 + 1) + (long)marks[i] * (i % 7);
  return sum;
}
int main(void) {
  int i, j = 0, n = N, none = 0;
  for (i = 0; i < N; i++)
    a[i] = i * 0.5;
#pragma omp parallel for linear(j)
  for (i = 0; i < n; i++) {
    b[j] += a[i];
    j++;
  }
  printf("%d %ld\n", j, check());
  // Not changed by iterations that go on early.
  j = 5;
#pragma omp parallel for linear(j : 3)
  for (i = 0; i < n; i++) {
    if (i % 4 == 1)
      continue;
    marks[j] = i;
    j += 3;
  }
  printf("%d %ld\n", j, check());
  // A step that is known when the loop begins, and a counter that goes down.
  int step = n / 500 - 4;
  unsigned short k = 3000;
#pragma omp parallel for simd linear(k : step) linear(i)
  for (i = n - 1; i >= 0; i--) {
    marks[k] += i;
    k += step;
  }
  printf("%d %d %ld\n", (int)k, i, check());
  // Stays: kernels have no pointers as results.
  double *at = b + 7;
#pragma omp parallel for linear(at : 2)
  for (long q = -40; q < n; q += 1) {
    *at = *at + q;
    at += 2;
  }
  printf("%ld %ld\n", (long)(at - b), check());
  // It is what the last iteration leaves in it.
  j = 2;
#pragma omp parallel for linear(j : 2)
  for (i = 0; i < n; i++)
    marks[j] += i;
  printf("%d %ld\n", j, check());
#pragma omp parallel for simd linear(j : 1)
  for (i = 0; i < n; i++) {
    marks[j] += i;
    j += i % 10;
  }
  printf("%d %ld\n", j, check());
  // No iteration.
  j = 9;
#pragma omp parallel for linear(j : 7)
  for (i = 0; i < none; i++) {
    marks[j] = i;
    j += 7;
  }
  printf("%d %ld\n", j, check());
  // One that all threads of a region have.
  j = 1;
#pragma omp parallel
  {
#pragma omp for linear(j : 2) schedule(static, 3)
    for (i = 0; i < n; i++) {
      marks[j] -= i;
      j += 2;
    }
  }
  printf("%d %ld\n", j, check());
  // On one thread.
  long m = -3;
#pragma omp parallel for linear(m) num_threads(1)
  for (i = 3; i < n; ++i) {
    m++;
    b[m + 4] = m;
  }
  printf("%ld %ld\n", m, check());
#pragma omp parallel for ordered
  for (i = 0; i < n; i++)
    b[i] += 2;
#pragma omp parallel for ordered schedule(dynamic)
  for (i = 0; i < n; i++)
    b[i] *= 3;
  printf("%ld\n", check());
  // Loops that count otherwise than by ones.
  j = 0;
#pragma omp parallel for linear(j)
  for (i = 1; i < n; i += 3) {
    marks[j] += i;
    j++;
  }
  printf("%d %ld\n", j, check());
  j = 4;
#pragma omp parallel for linear(j : 2)
  for (i = n; i > 0; i -= 7) {
    marks[j] -= i;
    j += 2;
  }
  printf("%d %ld\n", j, check());
  // Stay: the step is no constant, or iterations wait for each other.
  j = 0;
#pragma omp parallel for linear(j)
  for (i = 0; i < n; i += step + 5) {
    marks[j] += i;
    j++;
  }
  printf("%d %ld\n", j, check());
  j = 0;
#pragma omp parallel for ordered
  for (i = 0; i < n; i++) {
    marks[i] = i;
#pragma omp ordered
    j = j * 3 + i;
  }
  printf("%d %ld\n", j, check());
#pragma omp parallel for ordered(1)
  for (i = 1; i < n; i++) {
#pragma omp ordered depend(sink : i - 1)
    marks[i] += marks[i - 1];
#pragma omp ordered depend(source)
  }
  printf("%ld\n", check());
  return 0;
}
