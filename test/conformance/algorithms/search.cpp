// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// any_of, all_of, none_of and equal, with few and many elements that decide.
// RUN: %conform %s %t -std=c++17
#include "show.h"
#include <twofold/twofold.hpp>
#include <list>
#include <vector>

int main() {
  std::vector<int> v(1000), w(1000);
  for (int i = 0; i < 1000; ++i)
    v[i] = w[i] = i % 100;
  auto below = [&](int limit) {
    return [limit](int x) -> int { return x < limit ? 2 : 0; };
  };
  using twofold::par;
  SHOW_INTEGER(any_of(par, v.begin(), v.end(), below(1)));
  SHOW_INTEGER(any_of(par, v.begin(), v.end(), below(0)));
  SHOW_INTEGER(all_of(par, v.begin(), v.end(), below(100)));
  SHOW_INTEGER(all_of(par, v.begin(), v.end(), below(99)));
  SHOW_INTEGER(none_of(par, v.begin(), v.end(), below(0)));
  SHOW_INTEGER(none_of(par, v.begin(), v.begin(), below(9)));
  SHOW_INTEGER(all_of(par, v.begin(), v.begin(), below(0)));
  SHOW_INTEGER(equal(par, v.begin(), v.end(), w.begin()));
  w[999] = 0;
  SHOW_INTEGER(equal(par, v.begin(), v.end(), w.begin()));
  SHOW_INTEGER(equal(par, v.begin(), v.end(), w.begin(),
                     [](int x, int y) { return x == y || y == 0; }));
  std::list<int> l(v.begin(), v.end());
  SHOW_INTEGER(twofold::equal(par, l.begin(), l.end(), v.begin()));
}
