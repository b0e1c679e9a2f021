// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The annotated loop stands in a template; its body is the caller's lambda,
// which captures by value, by reference, or is generic.
// RUN: %conform %s %t -std=c++17
#include "show.h"
#include <vector>

template <class F> void for_each_index(int n, F f) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    f(i);
}

int main() {
  static int a[80], c[80];
  std::vector<int> b(80);
  int *p = a, k = 3;
  for_each_index(80, [=](int i) { p[i] = i * k; });
  for_each_index(80, [&](int i) { b[i] = a[i] + k; });
  for_each_index(80, [&](auto i) { c[i] = b[i] - a[79 - i]; });
  SHOW_INTEGERS("a", a, 80);
  SHOW_INTEGERS("b", b.data(), 80);
  SHOW_INTEGERS("c", c, 80);
}
