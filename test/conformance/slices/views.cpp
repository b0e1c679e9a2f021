// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What slices are made of, and what is made of slices.
// RUN: %conform %s %t -O0 -std=c++20
#include "show.h"
#include <array>
#include <twofold/twofold.hpp>
#include <vector>
#if __cplusplus >= 202002L
#include <span>
#endif

using twofold::slice;

template <class T, std::size_t Rank>
static void describe(const char *Name, const slice<T, Rank> &S) {
  std::printf("%s: %td elements%s;", Name, S.size(),
              S.is_contiguous() ? ", contiguous" : "");
  for (std::size_t D = 0; D < Rank; ++D)
    std::printf(" %td:%td", S.extent(D), S.stride(D));
  std::printf("\n");
}

int main() {
  std::vector<int> v(24);
  std::array<int, 24> a{};
  int c[2][3][4];
  slice x(v);
  slice y(a);
  slice z(c);
  slice m(v.data(), 4, 6);
  const std::vector<int> &fixed = v;
  slice f(fixed);
  slice<const int, 1> g = x;
  x = twofold::index() + 1;
  y = f * 2 - g;
  z = 3;
  describe("vector", x);
  describe("array", y);
  describe("nested", z);
  describe("matrix", m);
  describe("every second", slice(v.data(), {12}, {2}));
  describe("numbers of other types", slice(v.data(), v.size(), 1u));
  describe("constant", f);
  describe("row", m.row(2));
  describe("column", m.col(1));
  describe("transposed", m.transpose());
  describe("nested, transposed", z.transpose());
  describe("part", m.sub(1, 2).sub<1>(5, 3, -2));
  describe("parts", m.sub({{{0, 2, 3}, {1, 4}}}));
  describe("backwards", x.reverse());
  describe("one", x.sub(7, 1, -100));
  describe("none", x.sub(24, 0));
  describe("fixed", z.fix<1>(2));
  describe("a row of nested", z[1]);
  std::printf("%d %d %d %d %d\n", m(2, 3), m[2][3], m.transpose()(3, 2),
              m.row(2)(3), m.col(3)[2]);
  z.fix<2>(1) = m.sub({{{0, 2, 2}, {0, 3, 2}}});
  z(1, 2, 3) = 77;
  z[0].row(1) += m.col(5);
  SHOW_INTEGERS("z", &c[0][0][0], 24);
  slice bare(v.data() + 23, std::array<std::ptrdiff_t, 2>{3, 4},
             std::array<std::ptrdiff_t, 2>{-8, -1});
  bare += 100;
  SHOW_INTEGERS("v", v, 24);
  const std::ptrdiff_t rows = 3;
  describe("in braces", slice(v.data(), {rows, 5}));
  describe("strides in braces", slice(v.data(), {rows, 2}, {8, 3}));
  describe("repeated", slice<const int, 2>(v.data(), {rows, 5}, {0, 1}));
#if __cplusplus >= 202002L
  std::span<int> s(v);
  slice{s.subspan(3, 5)} = slice(s.subspan(10, 5));
  std::span<int> t(m.row(3).span());
  std::span<int> whole(m);
  std::printf("%zu %d %zu\n", t.size(), t[2], whole.size());
#endif
}
