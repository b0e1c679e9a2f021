// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// With fused multiply-add: a product that a function gives back or is given is
// not fused with a sum on the other side of the call.
// RUN: %conform %s %t -std=c++17 -ffp-contract=on -march=x86-64-v3
#include "show.h"
#include <complex>
#include <vector>

enum { N = 50 };
struct pair {
  double x, y;
  pair(double a, double b) : x(a), y(b) {}
  double norm() const { return x * x + y * y; }
};
struct store {
  std::vector<double> a, b;
  double operator()(int i) const { return a[i] * b[i]; }
  double cast(int i) const { return (double)(a[i] * b[i]); }
  double plus(int i, double by) const { return a[i] + by; }
  pair both(int i) const { return pair(a[i] * 1.1, b[i] * 0.3); }
  std::complex<double> z(int i) const {
    return std::complex<double>(a[i], b[i]) * 1.3;
  }
};

int main() {
  store s;
  std::vector<double> x(N), y(N), z(N);
  for (int i = 0; i < N; ++i) {
    s.a.push_back(i * 0.1 + 0.7);
    s.b.push_back(i * 1.1 - 9.3);
  }
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
    x[i] = s(i) + 0.3;
    x[i] -= s.cast(i);
    x[i] += s.plus(i, s.b[i] * 1.7);
    x[i] = x[i] * 0.3 + s(i);
    pair p = s.both(i);
    y[i] = p.x + 0.3;
    y[i] += s.both(i).y;
    y[i] = p.norm() + p.x * p.y;
    auto times = [&](double q) { return s.a[i] * q; };
    y[i] += times(0.9);
    y[i] = 0.2 - times(-y[i]);
    z[i] = s.z(i).real() + 0.1;
    z[i] -= s.z(i).imag();
    double kept = s.a[i] * s.b[i];
    z[i] += kept;
  }
  SHOW_FLOATS("x", x.data(), N);
  SHOW_FLOATS("y", y.data(), N);
  SHOW_FLOATS("z", z.data(), N);
}
