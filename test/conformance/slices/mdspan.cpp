// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// To and from std::mdspan, and the library's own containers.
// RUN: %conform %s %t -O0 -std=c++23 -stdlib=libc++
// REQUIRES: libcxx
#include "show.h"
#include <mdspan>
#include <span>
#include <twofold/twofold.hpp>
#include <vector>

int main() {
  std::vector<float> v(24), w(24);
  std::mdspan A(v.data(), 4, 6);
  std::mdspan<float, std::extents<int, 4, 6>, std::layout_left> B(w.data());
  twofold::slice a(A);
  twofold::slice b(B);
  std::mdspan<float, std::extents<int, 4, std::dynamic_extent>> D(v.data(), 6);
  static_assert(std::is_same_v<decltype(twofold::slice(D)),
                               twofold::slice<float, 2, twofold::lengths<4, -1>>>);
  static_assert(std::is_same_v<decltype(b.row(1)),
                               twofold::slice<float, 1, twofold::lengths<6>>>);
  twofold::slice flat(std::span<float>{v});
  a = twofold::index<0>() * 10 + twofold::index<1>();
  b = a * 2 + flat[5];
  std::mdspan<float, std::dextents<std::ptrdiff_t, 2>, std::layout_stride> C =
      a.transpose();
#pragma twofold parallel for
  for (int i = 0; i < 6; ++i)
    for (int j = 0; j < 4; ++j)
      C[i, j] += 100;
  twofold::slice(C).row(3) = twofold::slice<const float, 2>(B).col(1);
  SHOW_FLOATS("v", v, 24);
  SHOW_FLOATS("w", w, 24);
}
