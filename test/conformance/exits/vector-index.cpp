// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A vector by subscript, the size as its bound.
// RUN: %conform %s %t
#include "show.h"
#include <cstddef>
#include <vector>

template <typename T> static std::ptrdiff_t find(const std::vector<T> &v, T x) {
#pragma twofold parallel for
  for (std::size_t i = 0; i < v.size(); ++i)
    if (v[i] == x)
      return i;
  return -1;
}

int main() {
  std::vector<double> d(900);
  std::vector<char> c(900);
  for (int i = 0; i < 900; ++i)
    d[i] = i * 0.5, c[i] = char(i % 90);
  SHOW_INTEGER(find(d, 200.5));
  SHOW_INTEGER(find(d, 200.25));
  SHOW_INTEGER(find(c, char(89)));
  SHOW_INTEGER(find(c, char(95)));
}
