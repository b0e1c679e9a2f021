// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// C++20: concepts, designated initialisers, defaulted comparison, parenthesised aggregates, using enum, consteval.
// RUN: %conform %s %t -std=c++20
#include "show.h"
#include <concepts>

struct Point {
  int x = 1, y = 2;
  bool operator==(const Point &) const = default;
};
struct Line {
  Point from, to;
  float width = 0.5f;
};
enum class Axis { x, y };
template <std::integral T> T twice(T t) { return 2 * t; }
auto thrice(auto t) { return t + t + t; }
consteval int answer() { return 42; }

int main() {
  enum { N = 40 };
  static float a[N];
  static Line lines[N];
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
    using enum Axis;
    Point p{.y = i}, q(i % 2, i);
    Line l{.from = p, .to = q}, m(q, p);
    lines[i] = i % 3 ? l : m;
    a[i] = twice(i) + thrice(0.5f) + answer() + (p == q) + (l.from != m.to) + lines[i].width + (i % 2 ? int(x) : int(y));
  }
  SHOW_FLOATS("f_a", a, N);
  for (const Line &l : lines)
    SHOW_FLOAT(l.from.x + l.from.y * 2 + l.to.x * 3 + l.to.y * 4 + l.width);
}
