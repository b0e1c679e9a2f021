// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// std::complex: construction, operators, members, conj, norm; mixed with real numbers; arrays of them.
// RUN: %conform %s %t
// RUN: %conform %s %t -march=x86-64-v3
#include "show.h"
#include <complex>

int main() {
  enum { N = 50 };
  static std::complex<float> a[N], b[N];
  static std::complex<double> d[N];
  static float r[N];
  for (int i = 0; i < N; ++i)
    a[i] = std::complex<float>(i * 0.7f, i % 6 - 2.5f);
  const std::complex<double> turn(0, 1);
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
    std::complex<float> z = a[i] * a[i] + 2.0f, w(1, i);
    z -= w;
    z *= std::conj(a[i]);
    b[i] = -z + w * 0.5f + (3.0f - a[i]);
    b[i] += 1.0f;
    b[i].imag(b[i].imag() + 2);
    r[i] = std::norm(a[i]) + z.real() + std::imag(w) + (z == w) + (a[i] != 4.0f);
    d[i] = std::complex<double>(b[i]) * turn;
    d[i] = d[i] * d[i] - 0.5 * turn;
    auto &place = reinterpret_cast<float(&)[2]>(b[i]);
    place[0] += 1;
  }
  SHOW_FLOATS("f_b", reinterpret_cast<float *>(b), 2 * N);
  SHOW_FLOATS("d", reinterpret_cast<double *>(d), 2 * N);
  SHOW_FLOATS("f_r", r, N);
}
