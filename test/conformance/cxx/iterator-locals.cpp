// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Iterators as locals of the body: copies, ++, comparison, distance.
// RUN: %conform %s %t -std=c++17
// RUN: %if libcxx %{ %conform %s %t.libcxx -std=c++17 -stdlib=libc++ %}
#include "show.h"
#include <vector>

int main() {
  std::vector<int> v(64), out(64);
  for (int i = 0; i < 64; ++i)
    v[i] = (i * 29) % 64;
#pragma twofold parallel for
  for (int i = 0; i < 64; ++i) {
    auto it = v.begin();
    while (it != v.end() && *it != i)
      ++it;
    auto other = it;
    if (other != v.begin())
      --other;
    out[i] = int(it - v.begin()) * 100 + int(v.end() - other) + it[0];
  }
  SHOW_INTEGERS("out", out.data(), 64);
}
