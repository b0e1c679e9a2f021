// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// transform_reduce with two inputs: the inner product and other pairs.
// RUN: %conform %s %t -std=c++17
#include "show.h"
#include <twofold/twofold.hpp>
#include <vector>

int main() {
  std::vector<double> x(800), y(800);
  std::vector<int> k(800);
  for (int i = 0; i < 800; ++i)
    x[i] = i % 13, y[i] = i % 7 - 3, k[i] = i % 5;
  SHOW_FLOAT(
      twofold::transform_reduce(twofold::par, x.begin(), x.end(), y.begin(), 2.0));
  SHOW_FLOAT(
      twofold::transform_reduce(twofold::par, x.begin(), x.end(), k.begin(), 0.0));
  SHOW_INTEGER(twofold::transform_reduce(
      twofold::par, x.begin(), x.end(), y.begin(), 0, std::plus<>(),
      [](double a, double b) { return a > b ? 1 : 0; }));
  SHOW_FLOAT(twofold::transform_reduce(
      twofold::par, x.begin(), x.end(), y.begin(), 1e9, twofold::minimum<>(),
      [](double a, double b) { return a - b; }));
}
