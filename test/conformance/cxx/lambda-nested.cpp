// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Generic lambdas that call lambdas, in headers of several dimensions; a
// function object; a lambda as a default argument; loops in lambdas.
// RUN: %conform %s %t -std=c++20
// RUN: %if libcxx %{ %conform %s %t.libcxx -std=c++20 -stdlib=libc++ %}
#include "show.h"
#include <concepts>
#include <vector>

template <std::invocable<int> F> void for_each_index(int n, F &&f) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    f(i);
}
template <class F> void for_each_cell(int n, int m, const F &f) {
#pragma twofold parallel for collapse(2)
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j)
      f(i, j);
}
template <class F = decltype([](int x) { return x * 3; })>
void apply(int *p, int n, F f = {}) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    p[i] = f(p[i]);
}
struct shift {
  int by;
  int *out;
  void operator()(int i) const { out[i] += by; }
};

int main() {
  static int a[72], c[72];
  std::vector<int> b(72);
  auto scale = [k = 4](auto x) { return x * k; };
  auto apply_to = [&](auto &&g, int i) { b[i] = g(i) + scale(i); };
  for_each_index(72,
                 [&](int i) { apply_to([&](auto n) { return n + 1; }, i); });
  for_each_cell(8, 9, [&](int i, auto j) { a[i * 9 + j] = b[i * 9 + j] - i; });
  apply(a, 72);
  for_each_index(72, shift{7, a});
  auto run = [&] {
#pragma twofold parallel for
    for (int i = 0; i < 72; ++i) {
      auto inner = [&](int from) {
        int sum = 0;
        for (int k = from; k < 72; k += 9)
          sum += a[k];
        return sum;
      };
      c[i] = inner(i % 9) + inner(0);
    }
  };
  run();
  SHOW_INTEGERS("a", a, 72);
  SHOW_INTEGERS("b", b, 72);
  SHOW_INTEGERS("c", c, 72);
}
