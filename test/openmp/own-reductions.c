// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a thread reduces in a loop inside a loop begins with what changes no
// result: that shows where the loop assigns it, asks for what it has, or
// compares it in a way of its own, and where what it has is converted on the
// way. In a function that a loop calls how many threads there are would show,
// too, but for 'simd'.
// RUN: %openmp %s %t --kernels 13
// RUN: sh -c '%clang -O1 -fopenmp %s -c -o /dev/null %plugin -fplugin-arg-twofold-openmp %include -Rpass-missed=twofold 2>&1' | %FileCheck %s
#include <stdio.h>
enum { ROWS = 20, N = 30 };
static int a[ROWS][N], assigned[ROWS], asked[ROWS], inside[ROWS], truths[ROWS];
static int places[ROWS], least[ROWS], bits[ROWS], plain[ROWS], seen[ROWS][N];
static int nested[ROWS], cut[ROWS];
static double most[ROWS], half[ROWS][N], whole[ROWS], highest[ROWS];

static int assign(const int *row) {
  int sum = 10;
// CHECK: [[#@LINE+1]]:1: remark: OpenMP's 'parallel for' stays as it is: a function that it calls has 'parallel for' in it; leave out one of the two directives
#pragma omp parallel for reduction(+ : sum)
  for (int j = 0; j < N; ++j)
    if (row[j] > 12)
      sum = 2;
  return sum;
}

static int ask(const int *row, int *found) {
  int sum = 10;
#pragma omp simd reduction(+ : sum)
  for (int j = 0; j < N; ++j) {
    sum += row[j];
    found[j] = sum;
  }
  return sum;
}

// The greatest number is outside, where it was before.
static double place(const int *row, int *at) {
  double top = 9.5;
  int j;
#pragma omp simd reduction(max : top)
  for (j = 0; j < N; ++j)
    if (row[j] > top) {
      top = row[j];
      at[0] = j;
    }
  return top;
}

// The text without OpenMP has another result, and so this is not run.
void assign_all(void) {
#pragma omp parallel for
  for (int i = 0; i < ROWS; ++i)
    assigned[i] = assign(a[i]);
}

// Elements that are converted on the way.
void convert_all(void) {
#pragma omp parallel for
  for (int i = 0; i < ROWS; ++i) {
    int sums[3] = {9, 9, 9};
// CHECK: [[#@LINE+1]]:1: remark: OpenMP's 'parallel for' stays as it is: 'parallel for' stands in it
#pragma omp parallel for reduction(+ : sums)
    for (int j = 0; j < N; ++j)
      sums[j % 3] = (int)(sums[j % 3] - half[i][j]);
    cut[i] += sums[0] + sums[1] * 2 + sums[2] * 3;
  }
#pragma omp parallel for
  for (int i = 0; i < ROWS; ++i) {
    int sums[3] = {5, 5, 5};
// CHECK: [[#@LINE+1]]:1: remark: OpenMP's 'parallel for' stays as it is: 'parallel for' stands in it
#pragma omp parallel for reduction(+ : sums)
    for (int j = 0; j < N; ++j)
      sums[j % 3] -= half[i][j];
    cut[i] += sums[0] + sums[1] * 2 + sums[2] * 3;
  }
}

int main(void) {
  int i;
  for (i = 0; i < ROWS; ++i) {
    places[i] = -1;
    for (int j = 0; j < N; ++j)
      a[i][j] = i % 3 ? (i * j + 3) % 17 : j % 5, half[i][j] = a[i][j] + 0.5;
  }
#pragma omp parallel for
  for (i = 0; i < ROWS; ++i)
    asked[i] = ask(a[i], seen[i]);
#pragma omp parallel for
  for (i = 0; i < ROWS; ++i)
    most[i] = place(a[i], places + i);
#pragma omp parallel for
  for (i = 0; i < ROWS; ++i) {
    int sum = i;
#pragma omp parallel for reduction(+ : sum)
    for (int j = 0; j < N; ++j)
      if (a[i][j] == 7)
        sum = j;
    inside[i] = sum;
  }
#pragma omp parallel for
  for (i = 0; i < ROWS; ++i) {
    int all = i % 2, any = 0;
#pragma omp simd reduction(&& : all) reduction(|| : any)
    for (int j = 0; j < N; ++j) {
      all = a[i][j] < 14;
      any = any || a[i][j] == i;
    }
    truths[i] = 2 * all + any;
  }
#pragma omp parallel for
  for (i = 0; i < ROWS; ++i) {
    int low = 4;
#pragma omp parallel for reduction(min : low)
    for (int j = 0; j < N; ++j)
      low = a[i][j] + 5 < low ? a[i][j] + 3 : low;
    least[i] = low;
  }
#pragma omp parallel for
  for (i = 0; i < ROWS; ++i) {
    unsigned set = 64;
#pragma omp parallel for reduction(| : set)
    for (int j = 0; j < N; ++j)
      set = 1u << a[i][j];
    bits[i] = set;
  }
#pragma omp parallel for
  for (i = 0; i < ROWS; ++i) {
    int sum = 5, top = 3;
#pragma omp parallel for reduction(+ : sum) reduction(max : top)
    for (int j = 0; j < N; ++j) {
      sum = a[i][j] - 1 + sum;
      if (top < a[i][j])
        top = a[i][j];
    }
    plain[i] = sum * 32 + top;
  }
#pragma twofold parallel for independent
  for (int k = 0; k < ROWS; ++k) {
    int sum = 1;
#pragma omp simd reduction(+ : sum)
    for (int j = 0; j < N; ++j)
      sum = a[k][j] + (sum > 0);
    plain[k] += sum;
  }
  // Each loop has its own one, also of one variable.
#pragma omp parallel for
  for (i = 0; i < ROWS; ++i) {
    int sum = i;
#pragma omp parallel for reduction(+ : sum)
    for (int j = 0; j < 3; ++j) {
#pragma omp simd reduction(+ : sum)
      for (int k = 0; k < N; ++k)
        if (a[i][k] > 7 + j)
          sum = 2;
    }
    nested[i] = sum;
  }
  // Down to integers, towards 0.
#pragma omp parallel for
  for (i = 0; i < ROWS; ++i) {
    int sum = -9;
#pragma omp simd reduction(+ : sum)
    for (int j = 0; j < 4; ++j)
      sum += half[i][j] - 2;
    cut[i] = sum;
  }
#pragma omp parallel for
  for (i = 0; i < ROWS; ++i) {
    double sum = 1.5;
#pragma omp simd reduction(+ : sum)
    for (int j = 0; j < N; ++j)
      sum = (int)(sum + half[i][j]);
    whole[i] = sum;
  }
#pragma omp parallel for
  for (i = 0; i < ROWS; ++i) {
    double top = 3.75;
#pragma omp simd reduction(max : top)
    for (int j = 0; j < N; ++j)
      if (half[i][j] - 0.6 > top)
        top = (int)(half[i][j] - 0.6);
    highest[i] = top;
  }
  // Bits above those of the number.
#pragma omp parallel for
  for (i = 0; i < ROWS; ++i) {
    int top = 3;
#pragma omp simd reduction(max : top)
    for (int j = 0; j < N; ++j)
      if (((long long)a[i][j] << 30) > top)
        top = (long long)a[i][j] << 30;
    cut[i] += top % 1000;
  }
  for (i = 0; i < ROWS; ++i) {
    printf("%d %g %d %d %d %d %d\n", asked[i], most[i], inside[i], truths[i],
           least[i], bits[i], plain[i]);
    printf("%d %d %g %g\n", nested[i], cut[i], whole[i], highest[i]);
  }
}
