// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Structured bindings of elements, of captured structs and around the loop.
// RUN: %conform %s %t -std=c++17
#include "show.h"
#include <vector>

struct point {
  float x, y;
};
struct range {
  int *data;
  int n;
};

int main() {
  std::vector<point> p(40);
  float sums[40];
  int ints[40];
  range r{ints, 40};
  for (int i = 0; i < 40; ++i)
    p[i] = {i * 1.0f, i * 0.5f};
#pragma twofold parallel for
  for (int i = 0; i < 40; ++i) {
    auto [x, y] = p[i];
    auto &[u, v] = p[i];
    u = y;
    sums[i] = x + y + v;
  }
  auto [data, n] = r;
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    auto [d, m] = r;
    d[i] = m - i;
  }
  SHOW_FLOATS("sums", sums, 40);
  SHOW_INTEGERS("ints", ints, 40);
  SHOW_FLOATS("x", &p[0].x, 80);
}
