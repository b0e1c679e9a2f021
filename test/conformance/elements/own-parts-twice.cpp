// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Rows of two containers, which may be one.
// RUN: %conform %s %t --native
#include <cstddef>
#include <cstdio>
#include <vector>

namespace {

using Numbers = std::vector<double>;

void show(const char *what, const Numbers &f) {
  double sum = 0;
  for (std::size_t i = 0; i < f.size(); ++i)
    sum += f[i] * double(i % 1013 + 1);
  std::printf("%s %.17g\n", what, sum);
}

void both(Numbers &f, Numbers &g, const std::vector<int> &row) {
#pragma twofold parallel for
  for (std::size_t k = 0; k < row.size() - 1; ++k)
    for (int i = row[k]; i < row[k + 1]; ++i)
      for (int j = 0; j < 9; ++j) {
        f[i] += j;
        g[i + 3] += j;
      }
}

} // namespace

int main() {
  const int n = 300;
  std::vector<int> row(n + 1);
  for (int i = 0; i < n; ++i)
    row[i + 1] = row[i] + 20 + i % 40;
  Numbers f(row[n] + 3), g(row[n] + 3);
  for (int round = 0; round < 3; ++round) {
    both(f, g, row);
    both(f, f, row);
    both(g, f, row);
  }
  show("f", f);
  show("g", g);
}
