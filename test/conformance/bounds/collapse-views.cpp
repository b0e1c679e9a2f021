// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Collapsed nests over views and vectors, checked inside; updates of shared
// elements of a vector at places that come from another.
// RUN: %conform %s %t --races-unseen
#include "errors.h"
#include "show.h"
#include <vector>

struct Grid {
  std::vector<int> cells;
  int rows, columns;
  int &operator()(int r, int c) { return cells[r * columns + c]; }
};

int main() {
  enum { R = 12, C = 15, N = R * C };
  Grid g{std::vector<int>(N), R, C};
  std::vector<int> row(R), at(N), h(10);
  for (int i = 0; i < R; ++i)
    row[i] = R - 1 - i;
  for (int i = 0; i < N; ++i)
    at[i] = i * 7 % 10;
#pragma twofold parallel for bounds collapse(2)
  for (int r = 0; r < R; ++r)
    for (int c = 0; c < C; ++c)
      g(row[r], c) = r * 100 + c;
  SHOW_INTEGERS("g", g.cells.data(), N);
#pragma twofold parallel for bounds
  for (int i = 0; i < N; ++i)
    h[at[i]] += g.cells[i];
  SHOW_INTEGERS("h", h.data(), 10);
  at[100] = 10;
  VIOLATES(h, 10, 10, 36)
#pragma twofold parallel for bounds
  for (int i = 0; i < N; ++i)
    h[at[i]] += 1;
  VIOLATED();
  row[5] = 12;
  VIOLATES(g_cells, 180, N, 44)
#pragma twofold parallel for bounds collapse(2)
  for (int r = 0; r < R; ++r)
    for (int c = 0; c < C; ++c)
      if (c == 0)
        g(row[r], c) = 1;
  VIOLATED();
}
