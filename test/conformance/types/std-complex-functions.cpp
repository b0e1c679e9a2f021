// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// abs, arg, polar and quotients of std::complex.
// RUN: %conform %s %t --ulp 8 -std=c++20
#include "show.h"
#include <complex>

int main() {
  enum { N = 50 };
  static std::complex<double> a[N], q[N];
  static float m[N];
  for (int i = 0; i < N; ++i)
    a[i] = {i * 0.7 + 1, i % 6 - 2.5};
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
    q[i] = a[i] / (a[i] + 3.0) + 1.0 / a[i];
    q[i] /= std::complex<double>{0.5, 2};
    std::complex<float> p = std::polar(2.0f, 0.25f);
    m[i] = std::abs(a[i]) + std::arg(a[i]) + std::abs(p * 3.0f) + p.imag() + std::real(std::proj(p));
  }
  SHOW_FLOATS("q", reinterpret_cast<double *>(q), 2 * N);
  SHOW_FLOATS("f_m", m, N);
}
