// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Declared sums of objects and complex numbers.
// RUN: %conform %s %t --native
#include "show.h"
#include <complex>

enum { N = 80 };
struct point {
  double x = 0, y = 0;
  point &operator+=(const point &o) {
    x += o.x, y += o.y;
    return *this;
  }
};

int main() {
  static point p[N];
  point sum;
  std::complex<double> c = {1, 2};
  _Complex double z = 1;
  for (int i = 0; i < N; ++i)
    p[i].x = i, p[i].y = -i;
  sum.x = 5;
#pragma twofold parallel for reduction(+ : sum, c) reduction(+ : z)
  for (int i = 0; i < N; ++i) {
    sum += p[i];
    c += std::complex<double>(i, p[i].y);
    z = z + 2 * i;
  }
  double results[] = {sum.x, sum.y, c.real(), c.imag(), __real__ z, __imag__ z};
  SHOW_FLOATS("results", results, 6);
}
