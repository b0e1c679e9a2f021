// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// return out of a collapsed nest over a view of a vector.
// RUN: %conform %s %t
#include "show.h"
#include <vector>

struct Grid {
  std::vector<int> cells;
  int rows, columns;
  const int &operator()(int r, int c) const { return cells[r * columns + c]; }

  int find(int x) const {
#pragma twofold parallel for collapse(2)
    for (int r = 0; r < rows; ++r)
      for (int c = 0; c < columns; ++c)
        if ((*this)(r, c) == x)
          return r * 100 + c;
    return -1;
  }
};

int main() {
  Grid g{std::vector<int>(24 * 30), 24, 30};
  for (int i = 0; i < 24 * 30; ++i)
    g.cells[i] = i * 19 % 727;
  for (int x = 0; x < 900; x += 111)
    SHOW_INTEGER(g.find(x));
}
