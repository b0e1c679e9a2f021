// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// for_each_n: counts of several types, none and negative ones; the returned iterator.
// RUN: %conform %s %t -std=c++17
#include "show.h"
#include <twofold/twofold.hpp>
#include <vector>

int main() {
  std::vector<int> v(300);
  auto add = [](int &x) { x += 3; };
  SHOW_INTEGER(twofold::for_each_n(twofold::par, v.begin(), 100, add) -
               v.begin());
  SHOW_INTEGER(
      twofold::for_each_n(twofold::par, v.begin(), (unsigned char)200, add) -
      v.begin());
  SHOW_INTEGER(twofold::for_each_n(twofold::par, v.begin(), v.size(), add) -
               v.begin());
  SHOW_INTEGER(twofold::for_each_n(twofold::par, v.begin(), 0u, add) -
               v.begin());
  SHOW_INTEGER(twofold::for_each_n(twofold::par, v.begin(), -4, add) -
               v.begin());
  SHOW_INTEGERS("v", v, 300);
}
