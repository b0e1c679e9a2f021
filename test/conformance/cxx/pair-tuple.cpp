// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// std::pair and std::tuple as locals, results of functions and elements.
// RUN: %conform %s %t -std=c++17
#include "show.h"
#include <tuple>
#include <utility>
#include <vector>

static std::pair<int, float> halves(int i) { return {i / 2, i * 0.5f}; }
static std::tuple<int, int, int> three(int i) {
  return std::make_tuple(i, i % 100, i * 4);
}

int main() {
  std::vector<std::pair<int, float>> pairs(50);
  std::vector<std::tuple<int, int, int>> tuples(50);
  static int out[50];
#pragma twofold parallel for
  for (int i = 0; i < 50; ++i) {
    pairs[i] = halves(i);
    auto p = std::make_pair(i, &out[0]);
    p.second[i] = p.first * 2;
  }
#pragma twofold parallel for
  for (int i = 0; i < 50; ++i) {
    auto [n, f] = pairs[49 - i];
    tuples[i] = three(n + int(f));
    std::get<0>(tuples[i]) += 1;
  }
#pragma twofold parallel for
  for (int i = 0; i < 50; ++i) {
    int a, b;
    std::tie(a, b) = std::make_tuple(i, i + 1);
    auto &[x, y, z] = tuples[i];
    out[i] += a * b + x + y + z;
  }
  for (auto &p : pairs)
    SHOW_FLOAT(p.first + p.second);
  SHOW_INTEGERS("out", out, 50);
}
