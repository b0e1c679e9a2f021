// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Function objects that are classes: every algorithm becomes a kernel.
// RUN: %conform %s %t -std=c++17
// RUN: %if libcxx %{ %conform %s %t.libcxx -std=c++17 -stdlib=libc++ %}
#include "show.h"
#include <twofold/twofold.hpp>
#include <vector>

struct Scale {
  int By;
  int operator()(int x) const { return x * By; }
};
struct Mix {
  int operator()(int x, int y) const { return 3 * x + y; }
};

int main() {
  std::vector<int> v(600), w(600);
  for (int i = 0; i < 600; ++i)
    v[i] = i * 7 % 101;
  twofold::transform(twofold::par, v.begin(), v.end(), w.begin(), Scale{3});
  twofold::transform(twofold::par, v.begin(), v.end(), w.begin(), w.begin(),
                     Mix());
  SHOW_INTEGERS("w", w, 600);
  SHOW_INTEGER(twofold::transform_reduce(twofold::par, v.begin(), v.end(), 1,
                                         std::plus<>(), Scale{2}));
}
