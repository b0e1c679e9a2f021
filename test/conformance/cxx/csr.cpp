// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Sparse rows in vectors of a class: the bounds of inner loops come from memory.
// RUN: %conform %s %t -std=c++17
// RUN: %if libcxx %{ %conform %s %t.libcxx -std=c++17 -stdlib=libc++ %}
#include "show.h"
#include <vector>

struct Csr {
  std::vector<int> start, column;
  std::vector<double> value;
};

static void multiply(const Csr &a, const std::vector<double> &x,
                     std::vector<double> &y) {
#pragma twofold parallel for
  for (std::size_t i = 0; i < y.size(); ++i) {
    double sum = 0;
    for (int k = a.start[i]; k < a.start[i + 1]; ++k)
      sum += a.value[k] * x[a.column[k]];
    y[i] = sum;
  }
}

int main() {
  Csr a;
  const int n = 40;
  for (int i = 0; i < n; ++i) {
    a.start.push_back(a.column.size());
    for (int j = i % 3; j < n; j += 7) {
      a.column.push_back(j);
      a.value.push_back(i + j);
    }
  }
  a.start.push_back(a.column.size());
  std::vector<double> x(n, 2), y(n);
  multiply(a, x, y);
  SHOW_FLOATS("y", y.data(), n);
}
