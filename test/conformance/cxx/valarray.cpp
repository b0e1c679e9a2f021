// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// std::valarray: its size bounds what is read by an index from memory.
// RUN: %conform %s %t -std=c++17
// RUN: %if libcxx %{ %conform %s %t.libcxx -std=c++17 -stdlib=libc++ %}
#include "show.h"
#include <valarray>

int main() {
  std::valarray<double> x(60), y(60);
  std::valarray<int> at(60);
  for (int i = 0; i < 60; ++i)
    x[i] = i * 0.25, at[i] = (i * 7) % 60;
#pragma twofold parallel for
  for (int i = 0; i < 60; ++i)
    y[i] = x[at[i]] + x[i];
  SHOW_FLOATS("y", y, 60);
}
