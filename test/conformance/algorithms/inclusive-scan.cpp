// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// inclusive_scan: default, with an operation, with a start value, in place.
// RUN: %conform %s %t -std=c++17
// RUN: %if libcxx %{ %conform %s %t.libcxx -std=c++17 -stdlib=libc++ %}
#include "show.h"
#include <twofold/twofold.hpp>
#include <vector>

int main() {
  std::vector<int> v(1000), w(1001, -1);
  for (int i = 0; i < 1000; ++i)
    v[i] = i * 61 % 97;
  auto end = twofold::inclusive_scan(twofold::par, v.begin(), v.end(), w.begin());
  SHOW_INTEGER(end - w.begin());
  SHOW_INTEGERS("sums", w, 1001);
  std::vector<long> far(1000);
  twofold::inclusive_scan(twofold::par, v.begin(), v.end(), far.begin(),
                          std::plus<>(), 1L << 40);
  SHOW_INTEGERS("far", far, 1000);
  twofold::inclusive_scan(twofold::par, v.begin(), v.end(), v.begin(),
                          [](int x, int y) { return x < y ? y : x; });
  SHOW_INTEGERS("highest so far", v, 1000);
}
