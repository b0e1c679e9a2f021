// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Library algorithms over a row: accumulate, inner_product.
// RUN: %conform %s %t -std=c++17
// RUN: %if libcxx %{ %conform %s %t.libcxx -std=c++17 -stdlib=libc++ %}
#include "show.h"
#include <numeric>
#include <vector>

int main() {
  const int n = 13;
  std::vector<double> m(n * n), x(n), y(n), s(n);
  for (int i = 0; i < n * n; ++i)
    m[i] = i % 11;
  for (int i = 0; i < n; ++i)
    x[i] = i;
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    auto row = m.begin() + i * n;
    y[i] = std::inner_product(row, row + n, x.begin(), 0.0);
    s[i] = std::accumulate(row, row + n, 1.0);
  }
  SHOW_FLOATS("y", y.data(), n);
  SHOW_FLOATS("s", s.data(), n);
}
