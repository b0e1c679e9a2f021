// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One row of a vector of vectors, and an array of vectors by constants.
// RUN: %conform %s %t -std=c++17
#include "show.h"
#include <array>
#include <vector>

int main() {
  std::vector<std::vector<int>> rows(3, std::vector<int>(50));
  std::array<std::vector<int>, 2> parts{rows[0], rows[1]};
  int k = 2;
#pragma twofold parallel for
  for (int i = 0; i < 50; ++i)
    rows[k][i] = i * 7;
#pragma twofold parallel for
  for (int i = 0; i < 50; ++i)
    parts[1][i] = rows[k][49 - i] + i;
  SHOW_INTEGERS("row", rows[2], 50);
  SHOW_INTEGERS("part", parts[1], 50);
}
