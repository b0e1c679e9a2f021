// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// transform with two inputs, of other types, and the output in place of either.
// RUN: %conform %s %t -std=c++17
// RUN: %if libcxx %{ %conform %s %t.libcxx -std=c++17 -stdlib=libc++ %}
#include "show.h"
#include <twofold/twofold.hpp>
#include <array>
#include <vector>

int main() {
  std::vector<int> a(300);
  std::array<short, 300> b;
  long c[300];
  for (int i = 0; i < 300; ++i)
    a[i] = i, b[i] = short(300 - i);
  auto less = [](long x, long y) { return x * 100 - y; };
  long *end =
      twofold::transform(twofold::par, a.begin(), a.end(), b.begin(), c, less);
  SHOW_INTEGER(end - c);
  SHOW_INTEGERS("c", c, 300);
  twofold::transform(twofold::par, c, c + 300, b.begin(), c, less);
  SHOW_INTEGERS("left", c, 300);
  twofold::transform(twofold::par, a.begin(), a.end(), c, c, less);
  SHOW_INTEGERS("right", c, 300);
}
