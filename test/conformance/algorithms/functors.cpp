// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Named functions, classes with state and generic lambdas as function objects.
// RUN: %conform %s %t --native -std=c++17
#include "show.h"
#include <twofold/twofold.hpp>
#include <vector>

struct Scale {
  int By[2];
  int operator()(int x) const { return x * By[x % 2]; }
};
static int half(int x) { return x / 2; }
struct Holder {
  std::vector<int> Data = std::vector<int>(200, 9);
  int Bias = 4;
  void shift() {
    twofold::for_each(twofold::par, Data.begin(), Data.end(),
                      [this](int &x) { x += Bias; });
  }
  template <class T> T total(T start) const {
    return twofold::reduce(twofold::par, Data.begin(), Data.end(), start,
                           [](auto x, auto y) { return x + y; });
  }
};

int main() {
  std::vector<int> v(300);
  for (int i = 0; i < 300; ++i)
    v[i] = i;
  twofold::transform(twofold::par, v.begin(), v.end(), v.begin(),
                     Scale{{5, -3}});
  twofold::transform(twofold::par, v.begin(), v.end(), v.begin(), half);
  SHOW_INTEGERS("v", v, 300);
  Holder h;
  h.shift();
  SHOW_INTEGER(h.total(1));
  SHOW_INTEGER(h.total(1L << 40));
}
