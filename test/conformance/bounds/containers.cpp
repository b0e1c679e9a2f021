// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Subscripts of containers and views are checked inside, natively too, where
// no proof before the loop covers them.
// RUN: %conform %s %t --races-unseen -std=c++20
#include "errors.h"
#include "show.h"
#include <array>
#include <span>
#include <valarray>
#include <vector>

enum { N = 60 };

struct Grid {
  std::vector<int> cells;
  int rows, columns;
  int &operator()(int r, int c);
  const int &operator()(int r, int c) const { return cells[r * columns + c]; }
};

int main() {
  std::vector<int> v(N), at(N);
  for (int i = 0; i < N; ++i)
    at[i] = N - 1 - i, v[i] = i;
  std::array<int, N> a{};
  std::valarray<int> w(N);
  std::span<int> s(v);
  Grid g{std::vector<int>(N), 6, 10};
#pragma twofold parallel for bounds
  for (int i = 0; i < N; ++i) {
    a[at[i]] = v[at[i]];
    w[at[i]] = s[at[at[i]]] + 1;
    g(at[i] / 10, at[i] % 10) = i;
  }
  SHOW_INTEGERS("a", a.data(), N);
  SHOW_INTEGERS("w", &w[0], N);
  SHOW_INTEGERS("g", g.cells.data(), N);
  at[33] = 75;
  VIOLATES(v, 75, N, 42)
#pragma twofold parallel for bounds
  for (int i = 0; i < N; ++i)
    a[i] = v[at[i]];
  VIOLATED();
  at[33] = -2;
  VIOLATES(a, -2, N, 48)
#pragma twofold parallel for bounds
  for (int i = 0; i < N; ++i)
    a[at[i]] = 7;
  VIOLATED();
  at[33] = -25;
  VIOLATES(g_cells, -25, N, 54)
#pragma twofold parallel for bounds
  for (int i = 0; i < N; ++i)
    g(at[i] / 10, at[i] % 10) = i;
  VIOLATED();
}

int &Grid::operator()(int row, int column) {
  return cells[row * columns + column];
}
