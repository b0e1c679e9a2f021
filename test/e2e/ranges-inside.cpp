// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Range-based loops and lists inside annotated loops: arrays in elements, and
// pointers that functions return.
// RUN: %e2e %s %t --native -std=c++20 -Werror=pass-failed
#include "Inputs/show.h"
#include <algorithm>
#include <array>
#include <vector>

enum class Kind : unsigned char { Solid, Fluid, Gas };

struct Cell {
  std::array<double, 3> flow;
  double sum = 0;
  Kind kind = Kind::Gas;
  double *begin() { return flow.data(); }
  double *end() { return flow.data() + flow.size(); }
};

struct Matrix {
  float rows[3][4]{};
  Matrix() {}
  float *data() { return &rows[0][0]; }
};

int main() {
  std::vector<Cell> cells(50);
  std::array<std::array<float, 8>, 20> table{};
  std::vector<std::array<int, 5>> pieces(30);
  std::vector<float> sums(50);

#pragma twofold parallel for
  for (auto &row : table)
    for (auto &x : row)
      x = 3 + row[0];
#pragma twofold parallel for
  for (int i = 0; i < 20; ++i)
    for (auto &x : table[i])
      x *= i;
  for (const auto &row : table)
    SHOW_FLOATS("table", row, 8);

#pragma twofold parallel for
  for (std::size_t i = 0; i < pieces.size(); ++i) {
    int k = int(i);
    for (int &x : pieces[i])
      x = k++;
    for (int x : pieces[i])
      k += x;
    pieces[i][2] = k;
  }
  for (const auto &piece : pieces)
    SHOW_INTEGERS("pieces", piece, 5);

#pragma twofold parallel for
  for (std::size_t i = 0; i < cells.size(); ++i) {
    cells[i].kind = Kind(i % 3);
    switch (cells[i].kind) {
      using enum Kind;
    case Solid:
      continue;
    case Fluid:
      cells[i].flow = {1, 2, 3};
      break;
    default:
      cells[i].flow = {double(i), 0, -1};
    }
    for (double &x : cells[i])
      x += 0.5;
  }
#pragma twofold parallel for
  for (auto &cell : cells)
    for (auto x : cell.flow)
      cell.sum += x;
  for (const auto &cell : cells)
    SHOW_FLOAT(cell.sum);

  // A pointer that starts at what a function returns, and steps.
#pragma twofold parallel for
  for (std::size_t i = 0; i < cells.size(); ++i) {
    Matrix m;
    float *at = m.data();
    for (int k = 0; k < 12; ++k)
      *at++ += k * float(i);
    const double *from = cells[i].begin(), *end = cells[i].end();
    float sum = m.rows[2][1];
    for (; from != end; ++from)
      sum += float(*from);
    sums[i] = sum;
  }
  SHOW_FLOATS("sums", sums, 50);

#pragma twofold parallel for
  for (int i = 1; i < 50; ++i) {
    const float x = sums[i] - 100, y = 3.0f * float(i);
    sums[i] = std::max({x, y, 12.0f}) - std::min({y, x});
    if (std::max({i, 7, i * i % 31}) > 20)
      sums[i] += 1000;
  }
  SHOW_FLOATS("lists", sums, 50);
}
