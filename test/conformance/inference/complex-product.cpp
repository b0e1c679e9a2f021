// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Products of std::complex, by *= and *, with objects and with plain numbers.
// RUN: %conform %s %t
#include "show.h"
#include <complex>

enum { N = 90 };
using number = std::complex<double>;

int main() {
  static number z[N];
  for (int i = 0; i < N; ++i)
    z[i] = {double(i % 3 == 0), double(i % 3 != 0)};
  number a = {1, 2}, b = 1, none = {3, 4};
  std::complex<float> c = {0, 1};
#pragma twofold parallel for reduction(* : c)
  for (int i = 0; i < N; ++i) {
    a *= z[i];
    if (i % 2)
      b = number(0, 1) * b;
    if (i % 7 == 0)
      c *= i % 2 ? 2.0f : 0.5f;
    if (i > N)
      none = none * z[i];
  }
  double results[] = {a.real(), a.imag(), b.real() + 0.0, b.imag() + 0.0,
                      c.real() + 0.0, c.imag(), none.real(), none.imag()};
  SHOW_FLOATS("results", results, 8);
}
