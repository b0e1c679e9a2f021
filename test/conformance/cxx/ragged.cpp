// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A vector of vectors: natively.
// RUN: %conform %s %t --native -std=c++17
#include "show.h"
#include <vector>

int main() {
  std::vector<std::vector<double>> rows(20);
  double sums[20];
  for (int i = 0; i < 20; ++i)
    rows[i].resize(i + 1);
#pragma twofold parallel for
  for (int i = 0; i < 20; ++i)
    for (std::size_t j = 0; j < rows[i].size(); ++j)
      rows[i][j] = i * 10 + j;
#pragma twofold parallel for
  for (int i = 0; i < 20; ++i) {
    double sum = 0;
    for (double x : rows[i])
      sum += x;
    sums[i] = sum;
  }
  SHOW_FLOATS("sums", sums, 20);
}
