// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// std::pair and std::array as locals and elements, std::swap, std::min and std::max of them.
// RUN: %conform %s %t -std=c++17
#include "show.h"
#include <array>
#include <utility>

int main() {
  enum { N = 30 };
  static std::pair<int, float> pairs[N];
  static std::array<int, 3> rows[N];
  static float out[N];
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
    std::pair<int, float> p(i, 2.5f), q = std::make_pair(3, 1.5f);
    if (i % 2)
      std::swap(p, q);
    pairs[i] = p;
    pairs[i].second += q.first;
    std::array<int, 3> a{i, 1, 2}, b = a;
    b[i % 3] = 9;
    std::swap(a[0], a[2]);
    rows[i] = b;
    rows[i][1] += a.size();
    out[i] = a[0] + b.front() + p.second + (p == q) + (a < b);
  }
  for (int i = 0; i < N; ++i)
    SHOW_FLOAT(pairs[i].first + pairs[i].second + rows[i][0] + rows[i][1] * 10 + rows[i][2]);
  SHOW_FLOATS("f_out", out, N);
}
