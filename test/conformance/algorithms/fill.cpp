// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// fill and fill_n; the value may be an element or need a conversion.
// RUN: %conform %s %t --native -std=c++17
#include "show.h"
#include <twofold/twofold.hpp>
#include <string>
#include <vector>

int main() {
  std::vector<double> v(400);
  std::vector<std::string> s(50);
  v[200] = 6.25;
  twofold::fill(twofold::par, v.begin(), v.end(), v[200]);
  SHOW_FLOATS("v", v, 400);
  twofold::fill(twofold::par, v.begin() + 10, v.begin() + 10, 1.0);
  twofold::fill(twofold::par, v.begin(), v.begin() + 100, 3);
  SHOW_INTEGER(twofold::fill_n(twofold::par, v.begin() + 300, 50u, 'a') -
               v.begin());
  SHOW_INTEGER(twofold::fill_n(twofold::par, v.begin(), -1, 9) - v.begin());
  SHOW_FLOATS("v", v, 400);
  twofold::fill(twofold::par, s.begin(), s.end(), "text");
  std::printf("%s %s\n", s[0].c_str(), s[49].c_str());
}
