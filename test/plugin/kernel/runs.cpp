// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Kernels from C++ give the serial program's results.
// RUN: %e2e %s %t -std=c++20
#include "../../e2e/Inputs/show.h"
#include <algorithm>
#include <cmath>

template <typename T> struct vec {
  T x, y;
  T dot(const vec &o) const { return x * o.x + y * o.y; }
  vec &add(const vec &o) {
    x += o.x;
    y += o.y;
    return *this;
  }
  vec operator+(const vec &o) const { return {x + o.x, y + o.y}; }
};
template <typename T> vec<T> operator*(T s, const vec<T> &v) {
  return vec<T>{s * v.x, s * v.y};
}
template <typename T> T &larger(T &a, T &b) { return a < b ? b : a; }
template <int N> int power(int v) {
  if constexpr (N == 0)
    return 1;
  else
    return v * power<N - 1>(v);
}
constexpr double taps[3] = {0.25, 0.5, 0.25};
enum class mode : unsigned char { off, on };

int main() {
  constexpr int n = 64;
  vec<float> a[n], b[n];
  float c[n];
  int k[n];
  for (int i = 0; i < n; ++i) {
    a[i] = {i * 0.5f, 3.0f - i};
    b[i] = {i * -0.25f, i * 1.5f};
    c[i] = 0;
    k[i] = i * 37 % 41;
  }
  mode m = mode::on;
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    const vec<float> &u = a[i];
    auto v = u + 2.0f * b[i];
    v.add(u).add({1, 2});
    float &f = c[i];
    f = std::max(u.dot(v), 0.0f) * float(taps[1]);
    f += std::sqrt(std::abs(u.x)) + std::fmin(u.y, 1.0f);
    f = std::clamp(f, 0.0f, 100.0f) + std::min(f + 1, f * 2);
    if (bool on = m == mode::on; on && i % 2)
      f += 0.5f;
    int p = power<3>(k[i]), q = std::max(int(k[i]), 20);
    larger(p, q) -= 1;
    k[i] = p * 1000 + q + std::abs(k[i] - 20);
    const float table[3] = {1, 2, 4};
    for (const float &w : table)
      f += w * k[i];
    vec<float> zero{};
    b[i] = i > 40 ? v : zero;
    [[maybe_unused]] auto copy = b[i];
    b[i].y += static_cast<float>(copy.x != 0);
  }
  SHOW_INTEGERS("k", k, n);
  SHOW_FLOATS("c", c, n);
  SHOW_FLOATS("b", &b[0].x, 2 * n);
}
