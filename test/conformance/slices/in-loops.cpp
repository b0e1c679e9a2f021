// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Inside an annotated loop a slice is an array.
// RUN: %conform %s %t -O0 -std=c++17
#include "show.h"
#include <twofold/twofold.hpp>
#include <vector>

int main() {
  std::vector<float> v(60), w(60);
  twofold::slice x(v);
  twofold::slice a(w.data(), 6, 10);
  const twofold::slice<const float, 2> read = a.transpose();
#pragma twofold parallel for
  for (std::ptrdiff_t i = 0; i < x.size(); ++i)
    x[i] = i * 0.5f;
#pragma twofold parallel for
  for (std::ptrdiff_t i = 0; i < a.extent(0); ++i)
    for (std::ptrdiff_t j = 0; j < a.extent(1); ++j)
      a(i, j) = x[i * 10 + j] + i;
  auto odd = x.sub(59, 20, -3);
  float sum = 0;
#pragma twofold parallel for
  for (int i = 0; i < 10; ++i) {
    odd[2 * i] -= read(i, 2);
    sum += a(2, i);
  }
  SHOW_FLOATS("v", v, 60);
  SHOW_FLOATS("w", w, 60);
  SHOW_FLOAT(sum);
}
