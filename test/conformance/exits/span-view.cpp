// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A view of two dimensions; the one searched is a parameter.
// RUN: %conform %s %t
#include "show.h"
#include <vector>

struct Matrix {
  const int *data;
  int rows, columns;
  int operator()(int r, int c) const { return data[r * columns + c]; }
};

static int rowOf(Matrix m, int x) {
#pragma twofold parallel for
  for (int r = 0; r < m.rows; ++r)
    for (int c = 0; c < m.columns; ++c)
      if (m(r, c) == x)
        return r * 100 + c;
  return -1;
}

int main() {
  std::vector<int> v(800);
  for (int i = 0; i < 800; ++i)
    v[i] = i * 3 % 811;
  v[700] = -7;
  v[699] = -6;
  Matrix m{v.data(), 20, 40};
  SHOW_INTEGER(rowOf(m, -6));
  SHOW_INTEGER(rowOf(m, 0));
  SHOW_INTEGER(rowOf(m, 5000));
}
