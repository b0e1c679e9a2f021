// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// count and count_if.
// RUN: %conform %s %t --native -std=c++17
#include "show.h"
#include <twofold/twofold.hpp>
#include <deque>
#include <vector>

int main() {
  std::vector<int> v(1000);
  std::deque<char> d(100, 'x');
  for (int i = 0; i < 1000; ++i)
    v[i] = i % 17;
  SHOW_INTEGER(twofold::count(twofold::par, v.begin(), v.end(), 4));
  SHOW_INTEGER(twofold::count(twofold::par, v.begin(), v.end(), 4.5));
  SHOW_INTEGER(twofold::count_if(twofold::par, v.begin(), v.end(),
                                 [](int x) { return x & 8; }));
  SHOW_INTEGER(twofold::count(twofold::par, d.begin(), d.end(), 'x'));
  SHOW_INTEGER(twofold::count(twofold::par, v.begin(), v.begin(), 0));
}
