// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Range loops that search: over elements, by value, by reference, and over
// objects; and one by iterators.
// RUN: %conform %s %t
#include "show.h"
#include <vector>

struct Point {
  int x, y;
};

static Point *on(std::vector<Point> &points, int y) {
#pragma twofold parallel for
  for (Point &p : points)
    if (p.y == y)
      return &p;
  return nullptr;
}

static int above(const std::vector<int> &v, int limit) {
#pragma twofold parallel for
  for (int e : v)
    if (e > limit)
      return e;
  return -1;
}

static long from(const std::vector<int> &v, int x) {
#pragma twofold parallel for
  for (auto it = v.begin(); it != v.end(); ++it)
    if (*it == x)
      return it - v.begin();
  return -1;
}

int main() {
  std::vector<Point> points(500);
  std::vector<int> v(700);
  for (int i = 0; i < 500; ++i)
    points[i] = {i, i * 11 % 503};
  for (int i = 0; i < 700; ++i)
    v[i] = i * 13 % 709;
  for (int y = 0; y < 503; y += 125) {
    Point *p = on(points, y);
    SHOW_INTEGER(p ? p->x : -1);
  }
  SHOW_INTEGER(above(v, 700));
  SHOW_INTEGER(above(v, 800));
  SHOW_INTEGER(from(v, 0));
  SHOW_INTEGER(from(v, 300));
  SHOW_INTEGER(from(v, 709));
}
