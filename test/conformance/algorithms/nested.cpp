// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// An algorithm in a parallel loop, and in another algorithm's function object.
// RUN: %conform %s %t --native -std=c++17
#include "show.h"
#include <twofold/twofold.hpp>
#include <vector>

int main() {
  std::vector<std::vector<int>> rows(40, std::vector<int>(60));
  for (int i = 0; i < 40; ++i)
    for (int j = 0; j < 60; ++j)
      rows[i][j] = i * j % 23;
  std::vector<int> sums(40), best(40);
  twofold::transform(twofold::par, rows.begin(), rows.end(), sums.begin(),
                     [](const std::vector<int> &row) {
                       return twofold::reduce(twofold::par, row.begin(),
                                              row.end());
                     });
  SHOW_INTEGERS("sums", sums, 40);
#pragma twofold parallel for
  for (int i = 0; i < 40; ++i)
    best[i] = twofold::reduce(twofold::par, rows[i].begin(), rows[i].end(), 0,
                              twofold::maximum<>());
  SHOW_INTEGERS("best", best, 40);
}
