// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A kernel that comes to a cold path leaves the call to the threads.
// RUN: %conform %s %t
#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
enum { N = 300 };
static double v[N], r[N], u[N];
static void die(const char *what, int i) {
  fprintf(stderr, "%s %d\n", what, i);
  exit(3);
}
static double safe(double x) {
  if (x < 0) {
    fprintf(stderr, "neg\n");
    exit(4);
  }
  return x * 0.5;
}
static int checked(int i) {
  assert(i >= 0 && i < N);
  return i;
}
static void f(int n) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    if (v[i] <= 0.)
      exit(1);
    r[i] = 1. / v[i];
  }
}
static double g(int n) {
  double s = 0;
#pragma twofold parallel for reduction(+ : s)
  for (int i = 0; i < n; ++i) {
    if (v[i] > 1e6)
      die("big", i);
    r[i] += safe(v[i]);
    s += i;
  }
  return s;
}
static void w(int n) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    u[i] += v[i];
    if (u[i] > 45.5 && u[i] < 46.5 && i < 100)
      printf("odd %d\n", i);
    u[checked(i)] += 1;
    assert(u[i] > 0);
  }
}
static void nest(int n) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    double t = 0;
    for (int j = 0; j < 10; ++j) {
      if (v[i] < j - 100) {
        fprintf(stderr, "bad %g\n", v[i]);
        abort();
      }
      t += j;
    }
    r[i] += t;
  }
}
int main(int argc, char **argv) {
  for (int i = 0; i < N; ++i)
    v[i] = i + 1;
  f(N);
  double s = g(N);
  w(N);
  w(N);
  nest(N);
  for (int k = 0; k < 6; ++k) {
    v[44] = 45;
    w(N);
    for (int i = 0; i < N; ++i)
      u[i] = 0;
  }
  double t = 0;
  for (int i = 0; i < N; ++i)
    t += r[i] + u[i] * i;
  printf("%.17g %g\n", t, s);
  fflush(stdout);

  return 0;
}
