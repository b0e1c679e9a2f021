// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// transform_reduce with one input: counts, sums of squares, extremes.
// RUN: %conform %s %t -std=c++17
#include "show.h"
#include <twofold/twofold.hpp>
#include <vector>

int main() {
  std::vector<int> v(900);
  for (int i = 0; i < 900; ++i)
    v[i] = i * 311 % 1000 - 500;
  SHOW_INTEGER(twofold::transform_reduce(
      twofold::par, v.begin(), v.end(), 0L, std::plus<>(),
      [](int x) { return (long)x * x; }));
  SHOW_INTEGER(twofold::transform_reduce(
      twofold::par, v.begin(), v.end(), 0, twofold::maximum<>(),
      [](int x) { return x < 0 ? -x : x; }));
  SHOW_INTEGER(twofold::transform_reduce(
      twofold::par, v.begin(), v.end(), false, std::logical_or<>(),
      [](int x) { return x == 499; }));
  int best = twofold::transform_reduce(
      twofold::par, v.begin(), v.end(), -1000,
      [](int x, int y) { return x < y ? y : x; },
      [](int x) { return x % 2 ? x : -1000; });
  SHOW_INTEGER(best);
}
