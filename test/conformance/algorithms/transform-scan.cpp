// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// transform_inclusive_scan and transform_exclusive_scan.
// RUN: %conform %s %t -std=c++17
#include "show.h"
#include <twofold/twofold.hpp>
#include <vector>

int main() {
  std::vector<int> v(500), to(500);
  for (int i = 0; i < 500; ++i)
    v[i] = i % 11;
  auto square = [](int x) { return x * x; };
  twofold::transform_inclusive_scan(twofold::par, v.begin(), v.end(), to.begin(),
                                    std::plus<>(), square);
  SHOW_INTEGERS("inclusive", to, 500);
  twofold::transform_inclusive_scan(twofold::par, v.begin(), v.end(), to.begin(),
                                    std::plus<>(), square, 100);
  SHOW_INTEGERS("from 100", to, 500);
  twofold::transform_exclusive_scan(twofold::par, v.begin(), v.end(), v.begin(),
                                    100, std::plus<>(), square);
  SHOW_INTEGERS("exclusive", v, 500);
}
