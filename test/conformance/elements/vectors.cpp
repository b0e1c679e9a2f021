// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Elements of containers, by their operators.
// RUN: %conform %s %t --native
#include "show.h"
#include <algorithm>
#include <array>
#include <vector>

int main() {
  constexpr int N = 500, Bins = 11;
  std::vector<int> h(Bins), at(N), sum(3);
  std::vector<double> w(Bins);
  std::array<long, Bins> least{};
  for (int i = 0; i < N; ++i)
    at[i] = i * 5 % Bins;
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
    h[at[i]] += i;
    w.at(at[i]) += 0.5;
    least[at[i]] = std::min(least[at[i]], long(-i));
    ++sum[2];
  }
  SHOW_INTEGERS("h", h, Bins);
  SHOW_FLOATS("w", w, Bins);
  SHOW_INTEGERS("least", least, Bins);
  SHOW_INTEGERS("sum", sum, 3);
}
