// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Ranges of no, one, two and a few elements.
// RUN: %conform %s %t --native -std=c++17
#include "show.h"
#include <twofold/twofold.hpp>
#include <vector>

int main() {
  for (int n : {0, 1, 2, 3, 4, 5, 15, 16, 17, 63, 64, 65}) {
    std::vector<int> v(n), w(n, -1);
    for (int i = 0; i < n; ++i)
      v[i] = i + 1;
    auto minus = [](int x, int y) { return x * 3 + y; };
    twofold::for_each(twofold::par, v.begin(), v.end(), [](int &x) { x *= 2; });
    twofold::transform(twofold::par, v.begin(), v.end(), w.begin(),
                       [](int x) { return x + 1; });
    SHOW_INTEGERS("w", w, n);
    SHOW_INTEGER(twofold::reduce(twofold::par, v.begin(), v.end(), 100));
    SHOW_INTEGER(twofold::reduce(twofold::par, v.begin(), v.end(), 1L,
                                 [](long x, long y) { return x ^ y; }));
    SHOW_INTEGER(twofold::transform_reduce(twofold::par, v.begin(), v.end(),
                                           w.begin(), 0));
    twofold::inclusive_scan(twofold::par, v.begin(), v.end(), w.begin());
    SHOW_INTEGERS("inclusive", w, n);
    twofold::exclusive_scan(twofold::par, v.begin(), v.end(), w.begin(), 4);
    SHOW_INTEGERS("exclusive", w, n);
    twofold::copy(twofold::par, v.begin(), v.end(), w.begin());
    twofold::fill(twofold::par, v.begin(), v.end(), minus(n, n));
    SHOW_INTEGERS("v", v, n);
  }
}
