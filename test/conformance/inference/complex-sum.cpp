// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// std::complex: its own += and +, with objects and with plain numbers.
// RUN: %conform %s %t
#include "show.h"
#include <complex>

enum { N = 100 };

int main() {
  static std::complex<double> z[N];
  for (int i = 0; i < N; ++i)
    z[i] = {double(i), double(-3 * i)};
  std::complex<double> a = {1, 2}, b, c;
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
    a += z[i];
    b = b + z[i] * 2.0;
    if (i % 2)
      c -= z[i].real();
  }
  double results[] = {a.real(), a.imag(), b.real(), b.imag(), c.real(), c.imag()};
  SHOW_FLOATS("results", results, 6);
}
