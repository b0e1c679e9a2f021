// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// min_element and max_element: the first of equal ones, nothing in an empty range.
// RUN: %conform %s %t --native -std=c++17
#include "show.h"
#include <twofold/twofold.hpp>
#include <deque>
#include <string>
#include <vector>

int main() {
  std::vector<int> v(1000);
  for (int i = 0; i < 1000; ++i)
    v[i] = i * 37 % 101;
  auto far = [](int x, int y) { return x / 10 < y / 10; };
  using twofold::par;
  SHOW_INTEGER(min_element(par, v.begin(), v.end()) - v.begin());
  SHOW_INTEGER(max_element(par, v.begin(), v.end()) - v.begin());
  SHOW_INTEGER(min_element(par, v.begin() + 1, v.end(), far) - v.begin());
  SHOW_INTEGER(max_element(par, v.begin(), v.end(), far) - v.begin());
  SHOW_INTEGER(min_element(par, v.begin(), v.begin()) == v.begin());
  SHOW_INTEGER(max_element(par, v.begin() + 5, v.begin() + 6) - v.begin());
  std::deque<std::string> d;
  for (int x : v)
    d.push_back(std::to_string(x));
  SHOW_INTEGER(twofold::max_element(par, d.begin(), d.end()) - d.begin());
  SHOW_INTEGER(twofold::min_element(par, d.rbegin(), d.rend()) - d.rbegin());
}
