// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Exceptions and messages of a kernel are the native variant's.
// RUN: %conform %s %t
#include <cassert>
#include <cstdio>
#include <iostream>
#include <stdexcept>
#include <vector>
enum { N = 260 };
struct S {
  std::vector<double> x;
  double at(int i) const {
    if (i >= (int)x.size())
      throw std::out_of_range("S");
    return x[i];
  }
};
static int caught;
static void f(std::vector<double> &a, const S &s, int shift) {
  try {
#pragma twofold parallel for
    for (int i = 0; i < N; ++i) {
      a[i] += s.at(i + shift);
    }
  } catch (std::out_of_range &) {
    ++caught;
  }
}
static void g(std::vector<double> &a, const std::vector<double> &b) {
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
    if (b[i] < 0)
      throw std::runtime_error("neg");
    a[i] = b[i] * 2;
  }
}
static void h(std::vector<double> &a, const std::vector<double> &b) {
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
    if (b[i] > 1e3)
      std::cerr << "large " << i << std::endl;
    a[i] = b.at(i) * 2;
    assert(a[i] >= 0);
  }
}
int main() {
  S s{std::vector<double>(N, 1.25)};
  std::vector<double> a(N, 1.0), b(N, 3.0);
  f(a, s, 0);
  g(a, b);
  h(a, b);
  b[5] = 2e3;
  h(a, b);
  double t = 0;
  for (double v : a)
    t += v;
  std::printf("%.15g\n", t);
  f(a, s, 10);
  b[7] = -1;
  try {
    g(a, b);
  } catch (std::runtime_error &e) {
    std::puts(e.what());
  }
  std::printf("%d\n", caught);
}
