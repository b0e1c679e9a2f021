// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Every operator, with the types that C++ gives it.
// RUN: %conform %s %t -O0 -std=c++17
#include "show.h"
#include <twofold/twofold.hpp>
#include <type_traits>
#include <vector>

template <class T, class E> constexpr bool yields(const E &) {
  return std::is_same_v<typename E::value_type, T>;
}

int main() {
  constexpr int N = 40;
  std::vector<int> a(N), b(N), r(N);
  std::vector<float> f(N);
  std::vector<unsigned char> c(N);
  for (int i = 0; i < N; ++i) {
    a[i] = i * 37 % 41 - 20;
    b[i] = i % 7 + 1;
    f[i] = i * 0.5f - 8;
    c[i] = i * 11;
  }
  twofold::slice A(a), B(b), R(r);
  twofold::slice F(f);
  twofold::slice C(c);
  static_assert(std::is_same_v<decltype(C + C)::value_type, int>);
  static_assert(std::is_same_v<decltype(A * F)::value_type, float>);
  static_assert(std::is_same_v<decltype(F < 1)::value_type, bool>);
  R = A + B * 2 - A / B + A % B;
  SHOW_INTEGERS("arithmetic", r, N);
  R = ((A & B) | (A ^ 5)) + (B << 3) + (A >> 1) + ~A + -B + +C;
  SHOW_INTEGERS("bits", r, N);
  R = (A < B) + 2 * (A > B) + 4 * (A <= -3) + 8 * (2 >= B) + 16 * (A == B) +
      32 * (A != 4) + 64 * !A;
  SHOW_INTEGERS("comparisons", r, N);
  R = (A && B > 3) + 2 * (A > 0 || F < 0);
  SHOW_INTEGERS("logic", r, N);
  R = B != 4 && 12 / (B - 4) > 1;
  SHOW_INTEGERS("guarded", r, N);
  F = A * 0.25f + C / 2;
  SHOW_FLOATS("floats", f, N);
  C = A + C;
  SHOW_INTEGERS("narrow", c, N);
  R += A;
  R -= 3;
  R *= B;
  R /= 2;
  R %= 11;
  R <<= B;
  R >>= 1;
  R |= 8;
  R ^= A;
  R &= 0xfff;
  SHOW_INTEGERS("updates", r, N);
  C += A * 1000;
  SHOW_INTEGERS("narrow update", c, N);
}
