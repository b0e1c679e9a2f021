// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// std::array as a local, as a member, with constant and computed subscripts.
// RUN: %conform %s %t -std=c++17
// RUN: %if libcxx %{ %conform %s %t.libcxx -std=c++17 -stdlib=libc++ %}
#include "show.h"
#include <array>

struct model {
  std::array<float, 8> weights;
  float *out;
  void run(int n) {
#pragma twofold parallel for
    for (int i = 0; i < n; ++i)
      out[i] = weights[i % 8] * weights[2] + weights.size();
  }
};

int main() {
  static float out[64];
  std::array<int, 64> a{};
#pragma twofold parallel for
  for (int i = 0; i < 64; ++i)
    a[i] = i * 3;
  model m{{1, 2, 3, 4, 5, 6, 7, 8}, out};
  m.run(64);
  SHOW_INTEGERS("a", a.data(), 64);
  SHOW_FLOATS("out", out, 64);
}
