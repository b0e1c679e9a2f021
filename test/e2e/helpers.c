// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Functions of the same file, called from loops.
// RUN: %e2e %s %t
#include "Inputs/show.h"

static inline int clamp(int v, int low, int high) {
  return v < low ? low : v > high ? high : v;
}

static unsigned collatz(unsigned long n) {
  unsigned steps = 0;
  while (n != 1) {
    n = n % 2 ? 3 * n + 1 : n / 2;
    ++steps;
  }
  return steps;
}

static long gcd(long a, long b) {
  for (;;) {
    if (b == 0)
      return a;
    long r = a % b;
    a = b;
    b = r;
  }
}

static double horner(const double *c, int n, double x) {
  double sum = 0;
  for (int k = n - 1; k >= 0; --k)
    sum = sum * x + c[k];
  return sum;
}

static void split(int v, int *tens, int *ones) {
  *tens = v / 10;
  *ones = v % 10;
}

static int digit_sum(int v) {
  int sum = 0, ones;
  do {
    split(v, &v, &ones);
    sum += ones;
  } while (v);
  return sum;
}

static void sort3(int *a) {
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j + 1 < 3; ++j)
      if (a[j] > a[j + 1]) {
        int t = a[j];
        a[j] = a[j + 1];
        a[j + 1] = t;
      }
}

static int outer(int v) { return clamp(digit_sum(v) * 2, 3, 30); }

int main(void) {
  enum { n = 100 };
  int a[n], c[3 * n];
  unsigned steps[n];
  long g[n];
  double x[n], weights[4] = {1, -2, 0.5, 0.25};
  for (int i = 0; i < 3 * n; ++i)
    c[i] = (i * 7919) % 1000;

#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    a[i] = outer(i * 7919) + clamp(i, 10, 20);
    steps[i] = collatz((unsigned long)i + 1);
    g[i] = gcd(i * 12, 90);
    double local[3] = {i * 0.5, 1.0, -0.125};
    x[i] = horner(weights, 4, i * 0.0625) + horner(local, 3, 2.0);
    sort3(c + 3 * i);
    int three[3] = {3 - i % 3, i % 5, i % 7};
    sort3(three);
    a[i] += three[0] * 10000 + three[1] * 1000 + three[2] * 100;
  }
  SHOW_INTEGERS("a", a, n);
  SHOW_INTEGERS("steps", steps, n);
  SHOW_INTEGERS("gcd", g, n);
  SHOW_FLOATS("x", x, n);
  SHOW_INTEGERS("sorted", c, 3 * n);
}
