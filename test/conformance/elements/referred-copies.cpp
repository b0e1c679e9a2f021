// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Sums, extrema and last values in references that may name elements which the
// loop reads or writes: such calls run on the variables themselves.
// RUN: %conform %s %t --native
#include "show.h"
#include <cstdio>
#include <vector>

enum { N = 300 };

static void dot(const double *a, const double *b, int n, double &r) {
#pragma twofold parallel for reduction(+ : r)
  for (int i = 0; i < n; ++i)
    r += a[i] * b[i];
}
static void grow(double &s, double *a, int n) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    a[i] += 1;
    s += a[i];
  }
}
static void nest(long *a, int n, int m, long &r) {
#pragma twofold parallel for collapse(2) reduction(+ : r)
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) {
      a[i * m + j] += 1;
      r = (r + a[i * m + j]) & 0xfffff;
    }
}
static void sum(long *a, int n, long &r) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    r += a[i] & 7;
}
static void last(std::vector<double> &a, std::vector<double> &b, double &t) {
#pragma twofold parallel for
  for (size_t i = 0; i < a.size(); ++i) {
    t = a[i] * 2;
    b[i] = t + a[20];
  }
}
static void least(double *a, int n, double &m, int &at) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    if (a[i] < m) {
      m = a[i];
      at = i;
    }
}

int main() {
  std::vector<double> a(N), b(N);
  std::vector<long> k(N);
  auto fill = [&] {
    for (int i = 0; i < N; ++i) {
      a[i] = (i * 37 % 101) - 20.5;
      b[i] = i % 9;
      k[i] = i % 5;
    }
  };
  auto check = [&](const char *what) {
    double all = 0;
    long whole = 0;
    for (int i = 0; i < N; ++i) {
      all = all * 0.75 + a[i] + b[i];
      whole = whole * 31 + k[i];
    }
    std::printf("%s %a %ld\n", what, all, whole);
    fill();
  };
  fill();
  double r = 1, *p = a.data(), *q = b.data();
  dot(p, q, N, r);
  std::printf("%a\n", r);
  dot(p, q, N, a[77]);
  check("sum among the first");
  dot(p, q, N, b[N - 1]);
  check("sum among the second");
  dot(p + 1, q + 1, N - 1, a[0]);
  check("sum before them");
  dot(p, q, 0, a[0]);
  check("no iteration");
  grow(a[5], p, N);
  check("sum among what is written");
  grow(r, p, N);
  check("sum apart");
  nest(k.data(), 15, 20, k[9]);
  check("nest");
  sum(k.data(), N, k[N - 1]);
  check("integers");
  last(a, b, a[20]);
  check("last value among the first");
  last(a, b, b[30]);
  check("last value among the second");
  last(a, b, r);
  check("last value apart");
  int at = -1;
  least(p, N, a[3], at);
  std::printf("%d\n", at);
  check("least");
  r = 1e9;
  least(p, N, r, at);
  std::printf("%a %d\n", r, at);
  double &m = a[17];
#pragma twofold parallel for reduction(min : m)
  for (int i = 0; i < N; ++i)
    if (a[i] < m)
      m = a[i];
  check("least element");
  double &t = a[20];
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
    t = a[i] * 2;
    b[i] = t + a[20];
  }
  check("element as scratch");
}
