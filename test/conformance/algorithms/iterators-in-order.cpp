// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Iterators that cannot jump: the algorithms run in order.
// RUN: %conform %s %t --native -std=c++17
#include "show.h"
#include <twofold/twofold.hpp>
#include <forward_list>
#include <list>
#include <vector>

int main() {
  std::list<int> l(50, 3);
  std::forward_list<int> f(50, 2);
  std::vector<int> v(50);
  twofold::for_each(twofold::par, l.begin(), l.end(), [](int &x) { x *= 5; });
  twofold::transform(twofold::par, l.begin(), l.end(), f.begin(), v.begin(),
                     [](int x, int y) { return x - y; });
  SHOW_INTEGERS("v", v, 50);
  SHOW_INTEGER(twofold::reduce(twofold::par, l.begin(), l.end()));
  SHOW_INTEGER(
      twofold::transform_reduce(twofold::par, l.begin(), l.end(), f.begin(), 1));
  twofold::inclusive_scan(twofold::par, l.begin(), l.end(), v.begin());
  SHOW_INTEGERS("v", v, 50);
  twofold::exclusive_scan(twofold::par, v.begin(), v.end(), l.begin(), 7);
  SHOW_INTEGER(l.back());
  SHOW_INTEGER(*twofold::for_each_n(twofold::par, l.begin(), 3,
                                    [](int &x) { x = -1; }));
  twofold::fill(twofold::par, f.begin(), f.end(), 8);
  twofold::copy(twofold::par, f.begin(), f.end(), l.begin());
  SHOW_INTEGER(l.front() + twofold::count(twofold::par, l.begin(), l.end(), 8));
}
