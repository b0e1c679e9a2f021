// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// C++ bodies that become kernels: references, casts, constants, std::min,
// enum class, namespaces, default arguments, overloads, [[]] annotations.
// RUN: %e2e %s %t -std=c++20
// RUN: %e2e %s %t -std=c++14 -DOLD
#include "Inputs/show.h"
#include <algorithm>
#include <cmath>
#include <cstdint>

namespace geometry {
struct Point {
  float X = 0, Y = 0;
};
inline float norm(const Point &P) { return std::sqrt(P.X * P.X + P.Y * P.Y); }
inline void shift(Point &P, float By = 0.5f) {
  P.X += By;
  P.Y -= By;
}
} // namespace geometry

enum class Kind : std::uint8_t { Even, Odd, Zero };

constexpr int Limit = 17;
static const double Scale = 0.125;

static int pick(int v) { return v + 1; }
static int pick(double v) { return static_cast<int>(v * 10); }

constexpr int cube(int v) { return v * v * v; }

static void body(int *a, geometry::Point *points, Kind *kinds, float *norms,
                 int n) {
  using std::max;
  [[twofold::parallel_for]]
  for (int i = 0; i < n; ++i) {
    int &slot = a[i];
    const auto value = static_cast<long>(i) * 3;
    slot = std::min(int(value), Limit) + max(i - 20, 0) + pick(i) +
           pick(i * Scale) + cube(i % 4);
    bool odd{i % 2 != 0};
    kinds[i] = i == 0 ? Kind::Zero : odd ? Kind::Odd : Kind::Even;
    if (kinds[i] == Kind::Odd and not(i % 3))
      slot += 1000;
    geometry::Point &p = points[i];
    p.X = float(i);
    p.Y = i * 0.5f;
    geometry::shift(p);
    geometry::shift(p, 2.0f);
    norms[i] = geometry::norm(p) + std::fabs(-1.5f * p.X);
    slot += std::abs(10 - i);
  }
}

int main() {
  constexpr int n = 50;
  int a[n];
  geometry::Point points[n];
  Kind kinds[n];
  float norms[n];
  body(a, points, kinds, norms, n);
  SHOW_INTEGERS("a", a, n);
  SHOW_FLOATS("norms", norms, n);
  for (int i = 0; i < n; ++i)
    printf("%a %a %d\n", points[i].X, points[i].Y, int(kinds[i]));
  bool all = true;
#pragma twofold parallel for reduction(&& : all)
  for (int i = 0; i < n; ++i)
    all = all && a[i] >= 0;
  SHOW_INTEGER(all);
}
