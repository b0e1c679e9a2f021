// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Class and function templates, non-type parameters, constexpr members, if constexpr.
// RUN: %conform %s %t -std=c++17
#include "show.h"

template <typename T, int N> class Vec {
  T v[N] = {};

public:
  static constexpr int size = N;
  static constexpr T ones[2] = {T(1), T(2)};
  constexpr Vec() = default;
  template <typename... U> explicit constexpr Vec(T first, U... rest) : v{first, T(rest)...} {}
  constexpr T &operator[](int i) { return v[i]; }
  constexpr const T &operator[](int i) const { return v[i]; }
  template <typename U> constexpr Vec<U, N> as() const {
    Vec<U, N> r;
    for (int i = 0; i < N; ++i)
      r[i] = static_cast<U>(v[i]);
    return r;
  }
  friend constexpr Vec operator-(Vec a, const Vec &b) {
    for (int i = 0; i < size; ++i)
      a[i] -= b[i];
    return a;
  }
};
template <typename T, int N> T dot(const Vec<T, N> &a, const Vec<T, N> &b) {
  T s{};
  for (int i = 0; i < N; ++i)
    s += a[i] * b[i];
  if constexpr (N > 3)
    s *= Vec<T, N>::ones[1];
  return s;
}

int main() {
  enum { N = 30 };
  static float out[N];
  static Vec<short, 4> shared[N];
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
    Vec<float, 3> a(1, i, 2), b(3);
    auto c = (a - b).as<int>();
    Vec<short, 4> d(i, i + 1);
    shared[i] = d - Vec<short, 4>(1);
    out[i] = dot(a, b) + dot(c, c) + dot(d, shared[i]) + Vec<int, 5>::size;
  }
  SHOW_FLOATS("f_out", out, N);
  SHOW_INTEGERS("shared", &shared[0][0], 4 * N);
}
