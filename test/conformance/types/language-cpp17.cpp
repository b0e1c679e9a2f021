// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// C++17: if constexpr, inline variables, init statements, fold expressions, deduction guides, guaranteed elision.
// RUN: %conform %s %t -std=c++17
#include "show.h"
#include <type_traits>

inline constexpr int bias = 3;
template <typename T> struct Box {
  T value;
  Box(T v) : value(v) {}
  Box(const Box &) = delete;
};
static Box<int> make(int i) { return Box(i); }
template <typename... T> auto sum(T... t) { return (t + ... + 0); }
template <typename T> int kind(T) {
  if constexpr (std::is_integral_v<T>)
    return 1;
  else
    return 2;
}

int main() {
  enum { N = 40 };
  static int a[N];
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
    auto b = make(i);
    if (int k = i % 3; k > 0)
      b.value += k;
    [[maybe_unused]] int unused = 1;
    a[i] = b.value + sum(i, 2, 3L) + kind(i) * 10 + kind(1.0f) * 100 + bias + sum();
  }
  SHOW_INTEGERS("a", a, N);
}
