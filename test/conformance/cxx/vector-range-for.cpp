// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A range-for over a vector, by reference.
// RUN: %conform %s %t -std=c++17
// RUN: %if libcxx %{ %conform %s %t.libcxx -std=c++17 -stdlib=libc++ %}
#include "show.h"
#include <vector>

int main() {
  std::vector<int> v(90);
  for (int i = 0; i < 90; ++i)
    v[i] = i;
#pragma twofold parallel for
  for (int &e : v)
    e = e * e - 7;
  SHOW_INTEGERS("v", v.data(), 90);
}
