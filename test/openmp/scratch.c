// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A variable that a clause reduces, that each iteration assigns first, and that
// nothing reads after the loop is each iteration's own.
// RUN: %openmp %s %t --kernels 3
#include <stdio.h>
enum { N = 300 };
static double a[N], b[N], w[N][N];
static void forward(int n) {
  double sum;
  int i, j;
#pragma omp parallel for private(i) reduction(+ : sum)
  for (j = 0; j < n; j++) {
    sum = 0;
    for (i = 0; i < n; i++)
      sum += w[i][j] * a[i];
    b[j] = sum;
  }
}
static void again(int n) {
  double most = 0;
  for (int step = 0; step < 3; step++) {
    most = 1; // which no loop reads
#pragma omp parallel for reduction(max : most)
    for (int j = 0; j < n; j++) {
      most = b[j] * 0.5;
      b[j] = most + step;
    }
  }
}
// Stays: what a thread's last iteration has left is added up.
static double last(int n) {
  double sum = 0;
#pragma omp parallel for reduction(+ : sum) num_threads(1)
  for (int j = 0; j < n; j++) {
    sum = 0;
    sum += b[j];
    a[j] = sum;
  }
  return sum;
}
// Stays: an iteration may see what the one before has left on its thread.
static void left(int n) {
  double sum = 5;
#pragma omp parallel for reduction(+ : sum) num_threads(1)
  for (int j = 0; j < n; j++) {
    if (j % 4 == 0)
      sum = j;
    sum += 1;
    a[j] += sum;
  }
}
// Stays: the region has one for each of its threads.
static void shared(int n) {
  double sum = 5;
#pragma omp parallel reduction(+ : sum) num_threads(1)
  {
#pragma omp for
    for (int j = 0; j < n; j++) {
      sum = j;
      a[j] += sum;
    }
  }
}
static long check(void) {
  long sum = 0;
  for (int i = 0; i < N; i++)
    sum += (long)(a[i] * 64) * (i % 31 + 1) + (long)(b[i] * 64) * (i % 7);
  return sum;
}
int main(void) {
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    a[i] = i % 19;
    for (int j = 0; j < N; j++)
      w[i][j] = (i + 2 * j) % 23;
  }
  forward(N);
  printf("%ld\n", check());
  again(N);
  printf("%ld\n", check());
  printf("%g\n", last(N));
  left(N);
  shared(N);
  printf("%ld\n", check());
}
