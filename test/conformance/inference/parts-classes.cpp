// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Bases, arrays of the library and complex numbers, piece by piece.
// RUN: %conform %s %t --native
#include "show.h"
#include <array>
#include <complex>

enum { N = 120 };
struct base {
  double x;
};
struct derived : base {
  double y;
  double product() const { return x * y; }
};
union number {
  double d;
  unsigned long u;
};

int main() {
  static double r[N];
  derived d;
  std::array<double, 3> a, b;
  _Complex double z;
  number n;
  std::complex<double> c;
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
    d.x = i;
    d.y = i % 5;
    r[i] = d.product() + d.x;
  }
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
    a[0] = i;
    a[1] = a[0] + 1;
    r[i] += a[0] * a[1];
  }
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
    for (int k = 0; k < 3; ++k)
      b[k] = i + k;
    r[i] += b[0] * b[2];
  }
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
    __real__ z = i;
    __imag__ z = 2;
    r[i] += __real__(z * z);
  }
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
    n.d = r[i];
    r[i] += double(n.u >> 60);
  }
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
    c.real(i);
    c.imag(1);
    r[i] += (c * c).real();
  }
  SHOW_FLOATS("r", r, N);
}
