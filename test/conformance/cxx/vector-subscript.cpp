// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Elements of vectors, read and written by subscripts.
// RUN: %conform %s %t -std=c++17
#include "show.h"
#include <vector>

int main() {
  std::vector<float> x(100), y(100);
  for (int i = 0; i < 100; ++i)
    x[i] = i * 0.5f, y[i] = i;
#pragma twofold parallel for
  for (int i = 0; i < (int)x.size(); ++i)
    y[i] = 3 * x[i] + y[i];
  SHOW_FLOATS("y", y.data(), 100);
}
