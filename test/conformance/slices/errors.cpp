// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What does not agree is an error before anything is written.
// RUN: %conform %s %t --native -O0 -std=c++20
#include "show.h"
#include <cstdlib>
#include <cstring>
#include <span>
#include <twofold/twofold.hpp>
#include <vector>

template <class F> static void caught(F f) {
  try {
    f();
    std::printf("nothing\n");
  } catch (const twofold::slice_error &e) {
    const char *Name = std::strrchr(e.what(), '/');
    std::printf("%s; column %u\n", Name ? Name + 1 : e.what(), e.column());
  }
}

template <class F> static void placed(unsigned Line, F f) {
  try {
    f();
  } catch (const twofold::slice_error &e) {
    std::printf("line %s\n", e.line() == Line ? "known" : "not known");
    if (e.line() != Line)
      std::exit(1);
  }
}

int main() {
  std::vector<int> v(12, 1), w(12, 2);
  twofold::slice x(v), y(w);
  twofold::slice m(v.data(), 3, 4), n(w.data(), 4, 3);
  caught([&] { x = y.sub(0, 5); });
  caught([&] { x = y.sub(0, 5) + 1; });
  caught([&] { x = x + y.sub(0, 5); });
  caught([&] { x += y.sub(1, 0); });
  caught([&] { x.sub(0, 0) = y; });
  caught([&] { m = n; });
  caught([&] { m = m + n * m; });
  caught([&] { m = where(m == n, 1, 2); });
  caught([&] { where(x == y.sub(0, 5), x) = 5; });
  caught([&] { where(x == 1, x) = y.sub(1, 5); });
  caught([&] { x[y.sub(0, 5)] = y.sub(0, 4); });
  caught([&] { x = sqrt(x) + hypot(x, y.sub(0, 3)); });
  caught([&] { sum(x * y.sub(0, 2)); });
  caught([&] { dot(x, y.sub(0, 2)); });
  caught([&] { min(x.sub(3, 0)); });
  caught([&] { argmax(m.sub(0, 0)); });
  caught([&] { x.sub(0, 4) = matmul(n, x); });
  caught([&] { static_cast<void>(std::span<int>(x.sub(0, 6, 2))); });
  std::printf("%zu\n", std::span<int>(m).size() + x.sub(3, 4).span().size());
  caught([&] { x.sub(0, 4) = matmul(m, y.sub(0, 4)); });
  caught([&] { x.sub(3, 10); });
  caught([&] { x.sub(3, 4, -2); });
  caught([&] { x.sub(3, 4, 0); });
  caught([&] { x.sub(-1, 2); });
  caught([&] { x.sub(0, -2); });
  caught([&] { x.sub(1, PTRDIFF_MAX, PTRDIFF_MAX); });
  caught([&] { x.sub(11, PTRDIFF_MAX, PTRDIFF_MIN); });
  caught([&] { m.sub<1>(2, 3); });
  caught([&] { m.sub({{{0, 3}, {0, 5}}}); });
  caught([&] { m.row(3); });
  caught([&] { m.col(-1); });
  caught([&] { m.transpose().span(); });
  caught([&] { twofold::slice(v.data(), -1); });
  caught([&] { twofold::slice(v.data(), PTRDIFF_MAX / 2); });
  caught(
      [&] { twofold::slice(v.data(), PTRDIFF_MAX / 2, 3, PTRDIFF_MAX / 2); });
  using two = std::array<std::ptrdiff_t, 2>;
  caught([&] { twofold::slice(v.data(), two{3, 4}, two{0, 1}); });
  caught([&] { twofold::slice(v.data(), two{3, 4}, two{2, 1}); });
  caught([&] { twofold::slice(v.data(), two{3, 2}, two{2, PTRDIFF_MIN}); });
  const int *Read = v.data();
  caught([&] {
    std::printf("%d\n", sum(twofold::slice(Read, two{9, 4}, two{1, 1})));
  });
  placed(__LINE__, [&] { x[y.sub(0, 5) % 3] = y; });
  placed(__LINE__, [&] { x[y.sub(0, 5) % 3] = y + 1; });
  placed(__LINE__, [&] { x[y.sub(0, 5) % 3] -= y; });
  placed(__LINE__, [&] { where(x > 5, x[y]) = y.sub(0, 3); });
  placed(__LINE__, [&] { x = y.sub(0, 3); });
  std::vector<double> others(12, 3);
  twofold::slice z(others);
  placed(__LINE__, [&] { x = z.sub(0, 3); });
  placed(__LINE__, [&] { z = m.row(1); });
  placed(__LINE__, [&] { x[y.sub(0, 5) % 3] = z; });
  SHOW_INTEGERS("v", v, 12);
  SHOW_INTEGERS("w", w, 12);
}
