// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// replace and replace_if; the values may be elements.
// RUN: %conform %s %t -std=c++17
#include "show.h"
#include <twofold/twofold.hpp>
#include <list>
#include <vector>

int main() {
  std::vector<int> v(300);
  for (int i = 0; i < 300; ++i)
    v[i] = i % 9;
  twofold::replace(twofold::par, v.begin(), v.end(), v[4], v[5]);
  SHOW_INTEGERS("v", v, 300);
  twofold::replace_if(twofold::par, v.begin(), v.end(),
                      [](int x) { return x < 3; }, v[8]);
  SHOW_INTEGERS("v", v, 300);
  std::list<int> l(v.begin(), v.end());
  twofold::replace(twofold::par, l.begin(), l.end(), 8, 0);
  SHOW_INTEGER(*l.begin());
}
