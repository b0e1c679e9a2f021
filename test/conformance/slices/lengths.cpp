// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Slices whose lengths the compiler knows are slices as any other.
// RUN: %conform %s %t --ulp 4 -O0 -std=c++20
// RUN: %clangxx -std=c++17 -fsyntax-only -Wno-unknown-pragmas %include -I%S/../Inputs %s
#include "show.h"
#include <array>
#include <twofold/twofold.hpp>
#include <utility>
#include <vector>

using twofold::lengths;
using twofold::slice;

template <class T, std::size_t Rank> static long size(slice<T, Rank> S) {
  return long(S.size());
}
static float middle(const slice<float, 1> &S) { return S[S.extent(0) / 2]; }

template <class Is, class X> static void is(const X &) {
  static_assert(std::is_same_v<Is, X>);
  static_assert(sizeof(X) == sizeof(typename X::element_type *) +
                                 2 * sizeof(std::ptrdiff_t) * X::rank);
}

int main() {
  static float a[4][6], b[4][6];
  std::array<float, 6> r{};
  const std::array<float, 4> k{1, 2, 3, 4};
  std::vector<float> v(6);
  slice x(a), y(b);
  slice z(r);
  slice w(v);
  slice c(k);
  is<slice<float, 2, lengths<4, 6>>>(x);
  is<slice<float, 1, lengths<6>>>(z);
  is<slice<const float, 1, lengths<4>>>(c);
  is<slice<float, 1>>(w);
  is<slice<float, 1>>(z.sub(1, 5));
  is<slice<float, 2, lengths<twofold::unknown_length, 6>>>(x.sub(1, 2));
  is<slice<float, 2>>(x.sub({{{1, 2}, {0, 6}}}));
  is<slice<float, 1, lengths<3>>>(z.sub<0, 4, 3, -2>());
  is<slice<float, 1, lengths<3>>>(w.sub<0, 0, 3>());
  is<slice<float, 1, lengths<6>>>(x.row(1));
  is<slice<float, 1, lengths<4>>>(x.col(1));
  is<slice<float, 2, lengths<6, 4>>>(x.transpose());
  is<slice<float, 2, lengths<4, 6>>>(x.reverse<1>());
  is<slice<float, 1, lengths<6>>>(std::as_const(x)[2]);
  slice same(x);
  is<slice<float, 2, lengths<4, 6>>>(same);
#if __cplusplus >= 202002L
  slice s(std::span<float, 6>{r}), t(std::span<float, 6>{v});
  is<slice<float, 1, lengths<6>>>(s);
  slice u(std::span<float>{v});
  is<slice<float, 1>>(u);
  s = t + 1;
  SHOW_FLOATS("s", r, 6);
#endif

  x = twofold::index<0>() * 10 + twofold::index<1>();
  y = x * 2 + 1;
  x = y;
  z = 3;
  w = z + twofold::index();
  z = w;
  x.row(1) = z;
  x += y - w[0];
  x[2] = w * x[1];
  x.transpose().row(5) = c * 2;
  x.col(0) -= c;
  where(y > 20, x) = -y;
  where(w > 5, z) += w * 0.5f;
  x.row(0) = where(z > 4, z, w);
  x.col(3) = matmul(y, z);
  x.row(3) = matmul(c, y) + z.reverse();
  w.sub<0, 1, 3>() = z.sub<0, 2, 3>();
  SHOW_FLOATS("a", &a[0][0], 24);
  SHOW_FLOATS("z", r, 6);
  SHOW_FLOATS("v", v, 6);

  // Where slices of any lengths are asked for.
  slice<float, 1> d = z;
  slice<const float, 1> e = z;
  slice<const float, 1, lengths<6>> f = z;
  slice<float, 1, lengths<6>> g(w);
  slice<float, 1> &base = z;
  base = f + e;
  g = d * 2;
  const bool first = v[0] > 0;
  const slice<float, 1> either = first ? z : d;
  std::printf("%ld %ld %d\n", size(x), size(z), middle(z) == middle(either));
  for (slice<float, 1> each : {slice<float, 1>(z), slice<float, 1>(x.row(2))})
    each += 1;
  std::array<int, 6> places{5, 4, 3, 2, 1, 0};
  slice at(places);
  z[at] = w[at] + z;
  w[at] += x.row(2);
  SHOW_FLOATS("z", r, 6);
  SHOW_FLOATS("v", v, 6);
  SHOW_FLOAT(dot(z, w));
  SHOW_FLOAT(sum(x * y));
  SHOW_FLOAT(max(abs(x - y)));

  // In loops.
  float total = 0;
#pragma twofold parallel for
  for (int i = 0; i < 4; ++i) {
    for (int j = 0; j < 6; ++j)
      x(i, j) += z[j] * c[i];
    total += x(i, 1);
  }
  SHOW_FLOATS("a", &a[0][0], 24);
  SHOW_FLOAT(total);
  std::array<int, 0> none{};
  slice empty(none);
  empty = empty + 1;
  std::printf("%td %d\n", empty.size(), sum(empty));
}
