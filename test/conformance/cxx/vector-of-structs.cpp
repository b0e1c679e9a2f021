// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// vector<array<float, 3>>, a vector of structs with arrays, nested arrays.
// RUN: %conform %s %t -std=c++17
#include "show.h"
#include <array>
#include <vector>

struct body {
  float position[3], velocity[3];
  std::array<std::array<int, 2>, 2> cells;
};

int main() {
  std::vector<std::array<float, 3>> points(40);
  std::vector<body> bodies(40);
  std::array<std::array<float, 4>, 40> rows{};
#pragma twofold parallel for
  for (int i = 0; i < 40; ++i)
    for (int d = 0; d < 3; ++d)
      points[i][d] = i + d * 0.5f;
#pragma twofold parallel for
  for (int i = 0; i < 40; ++i) {
    body &b = bodies[i];
    for (int d = 0; d < 3; ++d) {
      b.position[d] = points[39 - i][d];
      b.velocity[d] = -b.position[d];
    }
    b.cells[i % 2][1 - i % 2] = i;
    b.cells[1 - i % 2] = {i, 2 * i};
  }
#pragma twofold parallel for
  for (int i = 0; i < 40; ++i) {
    auto p = points[i];
    for (int k = 0; k < 3; ++k)
      p[k] *= 2;
    const auto &cells = bodies[i].cells;
    for (int k = 0; k < 2; ++k)
      p[0] += cells[k][0] + cells[k][1];
    rows[i] = {p[0], p[1], p[2], bodies[i].velocity[0]};
  }
  for (auto &r : rows)
    SHOW_FLOATS("row", r, 4);
}
