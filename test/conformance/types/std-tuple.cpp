// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// std::tuple as local and element, std::get as a place.
// RUN: %conform %s %t -std=c++17
#include "show.h"
#include <tuple>
int main() {
  enum { N = 20 };
  static float o[N];
  static std::tuple<int, float, char> t[N];
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
    std::tuple<int, float, char> x(i, 2.5f, 'c');
    std::get<1>(x) += 1;
    t[i] = x;
    o[i] = std::get<0>(t[i]) + std::get<1>(x);
  }
  SHOW_FLOATS("f_o", o, N);
  for (auto &x : t)
    SHOW_FLOAT(std::get<1>(x) + std::get<2>(x));
}
