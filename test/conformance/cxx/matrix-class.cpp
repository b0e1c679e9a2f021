// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A matrix class with operator(), rows as views, and an inner loop over a row.
// RUN: %conform %s %t -std=c++17
// RUN: %conform %s %t -std=c++17 -march=x86-64-v3
#include "show.h"
#include <vector>

struct Row {
  const float *data;
  int n;
  float operator[](int j) const { return data[j]; }
  const float *begin() const { return data; }
  const float *end() const { return data + n; }
};

class Matrix {
  std::vector<float> cells;
  int rows_, cols_;

public:
  Matrix(int r, int c) : cells(r * c), rows_(r), cols_(c) {}
  int rows() const { return rows_; }
  int cols() const { return cols_; }
  float &operator()(int i, int j) { return cells[i * cols_ + j]; }
  float operator()(int i, int j) const { return cells[i * cols_ + j]; }
  Row row(int i) const { return {&cells[i * cols_], cols_}; }
};

int main() {
  Matrix m(17, 11), t(11, 17);
  float sums[17], firsts[17];
#pragma twofold parallel for
  for (int i = 0; i < m.rows(); ++i)
    for (int j = 0; j < m.cols(); ++j)
      m(i, j) = i * 100 + j;
#pragma twofold parallel for
  for (int i = 0; i < m.rows(); ++i)
    for (int j = 0; j < m.cols(); ++j)
      t(j, i) = m(i, j);
#pragma twofold parallel for
  for (int i = 0; i < m.rows(); ++i) {
    float sum = 0;
    auto row = m.row(i);
    for (float x : row)
      sum += x;
    sums[i] = sum;
    firsts[i] = row[0] + t(3, i);
  }
  SHOW_FLOATS("sums", sums, 17);
  SHOW_FLOATS("firsts", firsts, 17);
}
