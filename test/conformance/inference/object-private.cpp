// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Objects that each iteration assigns whole by = before it uses them, by
// members, methods, operators and functions.
// RUN: %conform %s %t
#include "show.h"
enum { N = 90 };
struct Vec {
  double x = 0, y = 0;
  Vec() = default;
  Vec(double x, double y) : x(x), y(y) {}
  double sum() const { return x + y; }
  void twice() {
    x *= 2;
    y *= 2;
  }
  Vec operator+(const Vec &o) const { return {x + o.x, y + o.y}; }
  Vec &operator+=(const Vec &o) {
    x += o.x;
    y += o.y;
    return *this;
  }
  double operator[](int i) const { return i ? y : x; }
};
double len(const Vec &v) { return v.x * 2 + v.y; }
int main() {
  static Vec q[N];
  static double out[N];
  for (int i = 0; i < N; ++i)
    q[i] = {double(i), double(i * 3 % 7)};
  Vec p;
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
    p = q[i];
    out[i] = p.x + p.y;
  }
  SHOW_FLOATS("out", out, N);
  SHOW_FLOAT(p.x);
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
    p = q[i];
    p.twice();
    p += q[N - 1 - i];
    p.x += 1;
    out[i] = p.sum() + len(p) + p[1] + (p + q[i]).x;
  }
  SHOW_FLOATS("out", out, N);
  SHOW_FLOAT(p.x);
}
