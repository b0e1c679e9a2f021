// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Iterators of a vector as induction variables, by ++ and by a step of two.
// RUN: %conform %s %t -std=c++17
// RUN: %if libcxx %{ %conform %s %t.libcxx -std=c++17 -stdlib=libc++ %}
#include "show.h"
#include <vector>

int main() {
  std::vector<int> v(91);
  for (int i = 0; i < 91; ++i)
    v[i] = i;
#pragma twofold parallel for
  for (auto it = v.begin(); it != v.end(); ++it)
    *it = *it * 2 + 1;
#pragma twofold parallel for
  for (std::vector<int>::iterator it = v.begin() + 3; it < v.end(); it += 2)
    *it += 1000;
  SHOW_INTEGERS("v", v.data(), 91);
}
