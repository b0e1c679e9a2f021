// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Elements behind pointers in structs that are themselves only read.
// RUN: %conform %s %t --native -std=c++20
#include "show.h"
#include <span>

struct View {
  int *data;
  int &operator[](int i) const { return data[i]; }
};

int main() {
  constexpr int N = 900, Bins = 8;
  static int h[Bins], g[Bins], at[N];
  static float cells[Bins];
  for (int i = 0; i < N; ++i)
    at[i] = i * 3 % Bins;
  View view{h};
  std::span<int> span(g);
  struct {
    float *cells;
  } table{cells};
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
    view[at[i]] += i;
    span[at[i]] -= 1;
    table.cells[at[i]] += 0.5f;
  }
  SHOW_INTEGERS("h", h, Bins);
  SHOW_INTEGERS("g", g, Bins);
  SHOW_FLOATS("cells", cells, Bins);
}
