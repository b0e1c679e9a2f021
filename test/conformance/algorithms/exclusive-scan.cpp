// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// exclusive_scan: default, with an operation, in place, for positions.
// RUN: %conform %s %t -std=c++17
#include "show.h"
#include <twofold/twofold.hpp>
#include <vector>

int main() {
  std::vector<unsigned> v(1000);
  std::vector<long> to(1000);
  for (unsigned i = 0; i < 1000; ++i)
    v[i] = i * 61 % 97;
  auto end =
      twofold::exclusive_scan(twofold::par, v.begin(), v.end(), to.begin(), 5L);
  SHOW_INTEGER(end - to.begin());
  SHOW_INTEGERS("to", to, 1000);
  twofold::exclusive_scan(twofold::par, v.begin(), v.end(), v.begin(), 1u,
                          [](unsigned x, unsigned y) { return x * (y | 1); });
  SHOW_INTEGERS("products", v, 1000);
}
