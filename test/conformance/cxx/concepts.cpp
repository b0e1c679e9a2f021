// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Concepts, constexpr functions, if constexpr over types, variable templates,
// abbreviated templates.
// RUN: %conform %s %t -std=c++20
#include "show.h"
#include <concepts>
#include <span>
#include <vector>

template <class T>
concept number = std::integral<T> || std::floating_point<T>;
template <number T> constexpr T half = T(1) / T(2);

constexpr int power(int base, int exponent) {
  int result = 1;
  while (exponent-- > 0)
    result *= base;
  return result;
}
static auto mixed(number auto a, number auto b) {
  if constexpr (std::integral<decltype(a)>)
    return a * 2 + b;
  else
    return a * half<decltype(a)> + b;
}
template <number T>
void run(std::span<T> s)
  requires(sizeof(T) <= 8)
{
#pragma twofold parallel for
  for (int i = 0; i < (int)s.size(); ++i)
    s[i] = mixed(s[i], T(power(i % 5, 3)));
}

int main() {
  std::vector<float> f(45, 3.0f);
  std::vector<long> l(45, 8);
  run(std::span(f));
  run(std::span(l));
  SHOW_FLOATS("f", f, 45);
  SHOW_INTEGERS("l", l, 45);
}
