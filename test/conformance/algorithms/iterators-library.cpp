// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Iterators of deque, reverse_iterator, string, and valarray's.
// RUN: %conform %s %t --native -std=c++17
#include "show.h"
#include <twofold/twofold.hpp>
#include <deque>
#include <string>
#include <valarray>
#include <vector>

int main() {
  std::deque<int> d(700);
  std::string s(100, 'a');
  std::valarray<int> a(5, 60);
  std::vector<int> v(700);
  for (int i = 0; i < 700; ++i)
    d[i] = i;
  twofold::transform(twofold::par, d.rbegin(), d.rend(), v.begin(),
                     [](int x) { return x * 2; });
  SHOW_INTEGERS("reversed", v, 700);
  twofold::transform(twofold::par, v.begin(), v.end(), d.begin(),
                     [](int x) { return x + 1; });
  SHOW_INTEGERS("d", d, 700);
  twofold::for_each(twofold::par, s.begin() + 1, s.end(), [](char &c) { ++c; });
  std::printf("%s\n", s.c_str());
  twofold::for_each(twofold::par, std::begin(a), std::end(a),
                    [](int &x) { x *= x; });
  SHOW_INTEGERS("a", a, 60);
  twofold::inclusive_scan(twofold::par, d.rbegin(), d.rend(), v.rbegin());
  SHOW_INTEGERS("from behind", v, 700);
}
