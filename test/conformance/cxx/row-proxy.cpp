// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// m[i][j] through a proxy for a row; const and non-const overloads; static
// dimensions; a CRTP base; a conversion operator.
// RUN: %conform %s %t -std=c++17
#include "show.h"
#include <memory>
#include <vector>

template <class Derived> struct expression {
  const Derived &self() const { return static_cast<const Derived &>(*this); }
  auto twice(int i, int j) const { return self()[i][j] * 2; }
};

template <class T, int Columns>
class matrix : public expression<matrix<T, Columns>> {
  std::vector<T> cells;
  template <class P> struct row {
    P *first;
    P &operator[](int j) const { return first[j]; }
  };

public:
  static constexpr int columns = Columns;
  int rows;
  explicit matrix(int r) : cells(r * Columns), rows(r) {}
  row<T> operator[](int i) { return {cells.data() + i * columns}; }
  row<const T> operator[](int i) const { return {&cells[i * columns]}; }
};

struct owned {
  std::unique_ptr<int[]> cells;
  int n;
  explicit owned(int n) : cells(new int[n * n]()), n(n) {}
  int *operator[](int i) { return cells.get() + i * n; }
  const int *operator[](int i) const { return &cells[i * n]; }
};

struct celsius {
  float degrees;
  operator float() const { return degrees * 1.5f; }
};

int main() {
  matrix<float, 7> m(9);
  const matrix<float, 7> &c = m;
  owned o(9);
  std::vector<celsius> t(9);
  float sums[9];
#pragma twofold parallel for
  for (int i = 0; i < m.rows; ++i) {
    for (int j = 0; j < m.columns; ++j)
      m[i][j] = i * 10 + j;
    t[i].degrees = i;
  }
#pragma twofold parallel for
  for (int i = 0; i < 9; ++i)
    for (int j = 0; j < o.n; ++j)
      o[i][j] = i * j;
#pragma twofold parallel for
  for (int i = 0; i < 9; ++i) {
    float sum = t[i];
    for (int j = 0; j < decltype(m)::columns; ++j)
      sum += c[i][j] + c.twice(i, j) - o[i][j];
    sums[i] = sum;
  }
  SHOW_FLOATS("sums", sums, 9);
}
