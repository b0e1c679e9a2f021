// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Functions, element by element: the library's and the program's. Floats: 8 of
// their units are so many of double's.
// RUN: %conform %s %t --ulp 4294967296 -O0 -std=c++17
#include "show.h"
#include <complex>
#include <twofold/twofold.hpp>
#include <vector>

struct Line {
  float A, B;
  float operator()(float x) const { return A * x + B; }
};
static int clamp(int x, int low, int high) {
  return x < low ? low : x > high ? high : x;
}
struct Clamped {
  int operator()(int x, int low, int high) const { return clamp(x, low, high); }
};

int main() {
  constexpr int N = 24;
  std::vector<float> v(N), r(N);
  std::vector<int> k(N);
  for (int i = 0; i < N; ++i) {
    v[i] = i * 0.25f - 2;
    k[i] = i * 5 % 17 - 8;
  }
  twofold::slice x(v), y(r);
  twofold::slice K(k);
  y = sqrt(abs(x)) + exp(-x * x) + floor(x) * copysign(1.0f, x);
  SHOW_FLOATS("functions", r, N);
  y = pow(abs(x), 1.5f) + atan2(x, 2.0f) + fmin(x, 0.5f) + max(x, -0.5f) +
      fma(x, x, 1.0f);
  SHOW_FLOATS("two", r, N);
  float a = 3;
  y = map([a](float p, int q) { return p * a + q; }, x, K);
  SHOW_FLOATS("lambda", r, N);
  y = map(Line{2, -1}, map(Line{0.5f, 1}, x));
  SHOW_FLOATS("object", r, N);
  K = map(Clamped(), K, -3, twofold::index());
  SHOW_INTEGERS("three", k, N);
  K = isnan(x) + 2 * signbit(x) + abs(K);
  SHOW_INTEGERS("predicates", k, N);
  std::vector<std::complex<float>> c(N);
  twofold::slice z(c);
  z = map([](float re, float im) { return std::complex<float>(re, im); }, x, y);
  z = conj(z) * std::complex<float>(0, 1) + z;
  y = real(z) + imag(z);
  SHOW_FLOATS("complex", r, N);
}
