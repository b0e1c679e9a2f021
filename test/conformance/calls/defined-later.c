// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Functions that a loop calls may be defined behind it, and have loops.
// RUN: %conform %s %t
#include <stdio.h>

enum { N = 500, M = 12 };
double outer(double x);
static double hidden(double x);
static inline int chosen(int i);
static double rows(double *row, int n);
static int even(unsigned n);
extern double table[4];

static void early(double *y) {
#pragma twofold parallel for
  for (int i = 0; i < N; ++i)
    y[i] = outer(y[i]) + hidden(i) + chosen(i);
}

void scale(double *row, int n);
static void all(double *y) {
#pragma twofold parallel for
  for (int i = 0; i < N / M; ++i)
    scale(y + i * M, M);
#pragma twofold parallel for
  for (int i = 0; i < N / M; ++i)
    y[i * M] += rows(y + i * M, M);
}

double outer(double x) { return hidden(x) * 0.5 + 1; }
static double hidden(double x) { return chosen((int)x & 3) ? x + 1 : x - 1; }
static inline int chosen(int i) { return i % 3 == 1; }

// Called from a kernel, and parallel where it is not.
void scale(double *row, int n) {
#pragma twofold parallel for
  for (int j = 0; j < n; ++j)
    row[j] = 2 * row[j] + j;
}
static double rows(double *row, int n) {
  double s = 0;
#pragma twofold parallel for reduction(+ : s)
  for (int j = 0; j < n; ++j)
    s += (int)row[j] % 7;
  return s;
}

void (*taken)(double *, int) = scale;

int main(void) {
  static double y[N];
  for (int i = 0; i < N; ++i)
    y[i] = i % 17;
  early(y);
  all(y);
  taken(y, N);
  double s = rows(y, N);
  for (int i = 0; i < N; i += 13)
    printf("%g\n", y[i]);
  printf("%g\n", s);
}
