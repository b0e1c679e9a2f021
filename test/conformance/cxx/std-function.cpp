// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// std::function and pointers to member functions: natively.
// RUN: %conform %s %t --native -std=c++17
#include "show.h"
#include <functional>

struct model {
  int k;
  int add(int i) const { return i + k; }
};

template <class F> void for_each_index(int n, F f) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) // says why, see remarks
    f(i);
}

int main() {
  static int a[50], b[50];
  std::function<void(int)> f = [&](int i) { a[i] = i * 2; };
  for_each_index(50, f);
  model m{5};
  int (model::*call)(int) const = &model::add;
#pragma twofold parallel for
  for (int i = 0; i < 50; ++i)
    b[i] = (m.*call)(a[i]);
  SHOW_INTEGERS("b", b, 50);
}
