// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// C++20: spans, views of numbers, and ranges' iterators.
// RUN: %conform %s %t -std=c++20
#include "show.h"
#include <twofold/twofold.hpp>
#include <ranges>
#include <span>
#include <vector>

int main() {
  std::vector<int> v(500);
  auto numbers = std::views::iota(0, 500);
  twofold::for_each(twofold::par, numbers.begin(), numbers.end(),
                    [&v](int i) { v[i] = i * 3; });
  SHOW_INTEGERS("v", v, 500);
  std::span<int> part(v.data() + 100, 200);
  twofold::transform(twofold::par, part.begin(), part.end(), part.begin(),
                     [](int x) { return -x; });
  SHOW_INTEGERS("v", v, 500);
  auto doubled = v | std::views::transform([](int x) { return x * 2; });
  SHOW_INTEGER(twofold::reduce(twofold::par, doubled.begin(), doubled.end(), 0));
  auto backward = part | std::views::reverse;
  twofold::inclusive_scan(twofold::par, backward.begin(), backward.end(),
                          backward.begin());
  SHOW_INTEGERS("v", v, 500);
}
