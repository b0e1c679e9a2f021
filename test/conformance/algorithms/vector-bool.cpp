// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// std::vector<bool>: neighbours share a byte, so nothing writes it in parallel.
// RUN: %conform %s %t --native -std=c++17
// RUN: %conform %s %t --native -std=c++20
#include "show.h"
#include <functional>
#include <twofold/twofold.hpp>
#include <vector>

int main() {
  std::vector<int> v(1500);
  std::vector<bool> b(1500), c(1500);
  for (int i = 0; i < 1500; ++i)
    v[i] = i % 7;
  twofold::transform(twofold::par, v.begin(), v.end(), b.begin(),
                     [](int x) { return x > 2; });
  SHOW_INTEGERS("b", b, 1500);
  twofold::copy(twofold::par, b.begin(), b.end(), c.begin());
  twofold::for_each(twofold::par, c.begin(), c.end(),
                    [](auto &&x) { x = !x; });
  SHOW_INTEGERS("c", c, 1500);
  twofold::fill(twofold::par, b.begin(), b.begin() + 99, true);
  SHOW_INTEGER(twofold::count(twofold::par, b.begin(), b.end(), true));
  SHOW_INTEGER(twofold::transform_reduce(twofold::par, b.begin(), b.end(), 0,
                                         std::plus<int>(),
                                         [](bool x) { return x ? 3 : 1; }));
  twofold::inclusive_scan(twofold::par, b.begin(), b.end(), v.begin(),
                          std::plus<int>(), 0);
  SHOW_INTEGERS("v", v, 1500);
}
