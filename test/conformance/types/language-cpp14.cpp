// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// C++14: auto results, variable templates, digit separators, relaxed constexpr, braces.
// RUN: %conform %s %t -std=c++14
#include "show.h"

template <typename T> constexpr T pi = T(3.14159265358979);
constexpr int triangle(int n) {
  int s = 0;
  while (n > 0)
    s += n--;
  return s;
}
static auto half(int i) { return i * 0.5f; }
template <typename A, typename B> auto add(A a, B b) -> decltype(a + b) { return a + b; }

int main() {
  enum { N = 40 };
  static float a[N];
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
    auto h = half(i) + pi<float>;
    decltype(auto) t = triangle(i);
    float c{2}, d = {3};
    a[i] = add(h, t) + add(1, 'c') + c * d + 1'000;
  }
  SHOW_FLOATS("f_a", a, N);
}
