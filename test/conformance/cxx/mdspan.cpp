// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The library's own mdspan.
// RUN: %conform %s %t -std=c++23 -stdlib=libc++
// REQUIRES: libcxx
#include "show.h"
#include <mdspan>
#include <vector>

int main() {
  std::vector<float> x(6 * 8), y(6 * 8), z(8 * 6);
  std::mdspan A(x.data(), 6, 8);
  std::mdspan<float, std::extents<int, 6, 8>> B(y.data());
  std::mdspan C(z.data(), std::extents<int, 8, std::dynamic_extent>(6));
#pragma twofold parallel for
  for (int i = 0; i < A.extent(0); ++i)
    for (int j = 0; j < A.extent(1); ++j)
      A[i, j] = i * 10 + j;
#pragma twofold parallel for collapse(2)
  for (int i = 0; i < B.extent(0); ++i)
    for (int j = 0; j < 8; ++j)
      B[i, j] = A[5 - i, j] * 2;
#pragma twofold parallel for
  for (int i = 0; i < 8; ++i)
    for (int j = 0; j < 6; ++j)
      C[i, j] = B[j, i] - A[j, i];
  SHOW_FLOATS("y", y, 48);
  SHOW_FLOATS("z", z, 48);
}
