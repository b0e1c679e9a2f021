// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A view in the manner of mdspan: pointer, extents, operator() as a template.
// RUN: %conform %s %t -std=c++20
#include "show.h"
#include <array>
#include <cstddef>

template <class T, std::size_t N> struct view {
  T *data_;
  std::array<std::size_t, N> extents;
  constexpr std::size_t extent(std::size_t d) const { return extents[d]; }
  template <class I, class J> constexpr T &operator()(I i, J j) const {
    static_assert(N == 2);
    return data_[std::size_t(i) * extents[1] + std::size_t(j)];
  }
};

int main() {
  static float a[6 * 9], b[6 * 9];
  view<float, 2> A{a, {6, 9}}, B{b, {6, 9}};
#pragma twofold parallel for
  for (int i = 0; i < (int)A.extent(0); ++i)
    for (int j = 0; j < (int)A.extent(1); ++j)
      A(i, j) = i * 10 + j;
#pragma twofold parallel for collapse(2)
  for (int i = 0; i < 6; ++i)
    for (int j = 0; j < 9; ++j)
      B(i, j) = A(5 - i, j) * 2;
  SHOW_FLOATS("b", b, 54);
}
