// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What statements leave, by value: the other programs compare the header with
// itself. Without the plugin.
// RUN: %clangxx -std=c++20 -O0 -Wno-unknown-pragmas %include %s -o %t && %t
#include <array>
#include <complex>
#include <cstdint>
#include <cstdio>
#include <numeric>
#include <span>
#include <twofold/twofold.hpp>
#include <vector>

using twofold::slice;

static int Wrong;
#define CHECK(Condition)                                                       \
  if (!(Condition)) {                                                          \
    std::printf("line %d: %s\n", __LINE__, #Condition);                        \
    ++Wrong;                                                                   \
  }

static void sources() {
  std::vector<double> v(10);
  std::array<double, 10> two{};
  double minus[10];
  for (int I = 0; I < 10; ++I) {
    two[std::size_t(I)] = 2 * I;
    minus[I] = -I;
  }
  slice s(v);
  s = slice(two) + slice(minus);
  CHECK(v[3] == 3 && v[9] == 9);
  const std::vector<double> fixed = v;
  s = slice(fixed) * 2.0;
  CHECK(v[9] == 18);
  s -= s;
  CHECK(sum(s) == 0);
  std::span<double, 4> part(v.data() + 1, 4);
  slice{part} = slice(fixed).sub<0, 2, 4>() + 1;
  CHECK(v[0] == 0 && v[1] == 3 && v[4] == 6 && v[5] == 0);
  struct point {
    float x, y;
  };
  std::vector<point> points(5, {1, 2});
  slice<float, 1>(&points[0].x, {5}, {2}) *= 3;
  CHECK(points[4].x == 3 && points[4].y == 2);
  slice all(points);
  all = map([](point p) { return point{p.y, p.x}; }, all);
  CHECK(points[0].x == 2 && points[0].y == 3);
}

static void types() {
  std::vector<std::complex<double>> c(4, {1, 2});
  slice z(c);
  z = z * std::complex<double>(0, 1) + 1.0;
  CHECK(c[3] == std::complex<double>(-1, 1));
  std::vector<float> f(4);
  slice{f} = real(z) * imag(z);
  CHECK(f[0] == -1);
  std::vector<std::uint8_t> bytes(4, 200);
  slice b(bytes);
  b = b + 100;
  CHECK(bytes[0] == 44);
  b <<= 1;
  CHECK(bytes[0] == 88);
  bool flags[4];
  slice g(flags);
  g = !(b == 88) || twofold::index() > 2;
  CHECK(!flags[0] && flags[3] && count(g) == 1);
}

static void none() {
  slice<int, 1> e(nullptr, 0);
  e = e + 1;
  CHECK(sum(e) == 0 && product(e) == 1 && all(e) && !any(e) && dot(e, e) == 0);
  std::vector<int> v(25, 7);
  slice<int, 2> all(v.data(), 5, 5);
  all = matmul(slice<int, 2>(nullptr, 5, 0), slice<int, 2>(nullptr, 0, 5));
  CHECK(v[0] == 0 && v[24] == 0);
}

static void ranks() {
  std::vector<int> v(120), w(120);
  std::iota(v.begin(), v.end(), 0);
  slice q(v.data(), {2, 3, 4, 5});
  CHECK(q(1, 2, 3, 4) == 119 && sum(q) == 7140);
  q = q * 2 - q + 1;
  slice r(w.data(), {5, 4, 3, 2});
  r = q.transpose();
  CHECK(w[0] == 1 && w[1] == 61 && all(r == q.transpose()));
  slice<int, 3> cube = q[1];
  cube = where(cube > 100, 0, cube);
  CHECK(v[119] == 0 && v[60] == 61);
  q.sub<3>(0, 4) = q.sub<3>(1, 4);
  CHECK(v[0] == 2 && v[3] == 5 && v[4] == 5);
}

static void overlaps() {
  std::vector<int> v(20);
  slice s(v);
  const auto begin = [&] { s = twofold::index(); };
  begin();
  s.sub(1, 19) = s.sub(0, 19);
  CHECK(v[19] == 18 && v[1] == 0 && v[2] == 1);
  begin();
  s = s.reverse();
  CHECK(v[0] == 19 && v[19] == 0);
  begin();
  s.sub(0, 10, 2) = s.sub(0, 10);
  CHECK(v[2] == 1 && v[18] == 9 && v[1] == 1);
  begin();
  s.sub(0, 10) = s.sub(0, 10, 2);
  CHECK(v[5] == 10 && v[9] == 18);
  begin();
  slice square(v.data(), 4, 4);
  square = square.transpose();
  CHECK(v[1] == 4 && v[4] == 1);
  begin();
  s.sub(18, 9, -2).sub(1, 4, 2).reverse() *= -1;
  CHECK(v[4] == -4 && v[16] == -16 && v[18] == 18);
  begin();
  s = s[5];
  CHECK(v[0] == 5 && v[19] == 5);
  begin();
  where(s > 3 && s < 8, s) += where(s > 5, 100, 200);
  CHECK(v[4] == 204 && v[6] == 106 && v[8] == 8);
}

static void products() {
  std::vector<float> a(6), b(6), c(4), y(2);
  std::iota(a.begin(), a.end(), 0.0f);
  std::iota(b.begin(), b.end(), 1.0f);
  slice A(a.data(), 2, 3), B(b.data(), 3, 2), C(c.data(), 2, 2);
  C = matmul(A, B);
  CHECK(c[0] == 13 && c[1] == 16 && c[2] == 40 && c[3] == 52);
  C.transpose() = matmul(B.transpose(), A.transpose());
  CHECK(c[1] == 16 && c[2] == 40);
  C = matmul(A.reverse<1>(), B.reverse<0>());
  CHECK(c[0] == 13 && c[3] == 52);
  C = matmul(C, C) - C;
  CHECK(c[0] == 13 * 13 + 16 * 40 - 13);
  slice Y(y);
  Y = matmul(slice<float, 1>(b.data() + 5, {3}, {-2}), B);
  CHECK(y[0] == 6 * 1 + 4 * 3 + 2 * 5 && y[1] == 6 * 2 + 4 * 4 + 2 * 6);
  CHECK(dot(slice(a).sub(0, 3, 2), slice(b).sub(5, 3, -2)) ==
        0 * 6 + 2 * 4 + 8);
}

static void indices() {
  std::vector<int> at{3, 1, 3, 0}, h(4), v(8);
  slice At(at), H(h), V(v);
  H[At] += 1;
  CHECK(h[0] == 1 && h[1] == 1 && h[2] == 0 && h[3] == 2);
  V = twofold::index() * 10;
  H = V.reverse()[At * 2];
  CHECK(h[0] == 10 && h[1] == 50 && h[3] == 70);
  CHECK(max(abs(V - 40)) == 40 && argmin(abs(V - 31)) == 3);
  slice M(v.data(), 2, 4);
  CHECK((argmax(M) == std::array<std::ptrdiff_t, 2>{1, 3}));
}

int main() {
  sources();
  types();
  none();
  ranks();
  overlaps();
  products();
  indices();
  return Wrong != 0;
}
