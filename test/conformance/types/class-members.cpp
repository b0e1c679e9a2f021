// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Members that are classes and arrays: default initialisers, nested aggregates, arrays of classes.
// RUN: %conform %s %t
#include "show.h"

struct Point {
  int x, y;
  Point() : x(1), y(-1) {}
  Point(int x, int y) : x(x), y(y) {}
};
struct Grid {
  Point corner[2][2];
  int weights[5] = {1, 2, 3};
  Point centre{4, 5};
  long sum = weights[1] + centre.x;
  const int scale;
  explicit Grid(int s) : scale(s) { corner[1][0].x = s; }
};
struct Plain {
  Point p;
  int t[3] = {7, 8, 9};
  unsigned char flag = true;
};

int main() {
  enum { N = 25 };
  static long out[N];
  static Plain kept[N];
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
    Grid g(i);
    Plain a, b{{i, 2}, {1}}, many[2] = {{{3, 4}}};
    kept[i] = Plain{Point(i, i + 1), {i, 2}};
    kept[i].t[1] = b.t[0] + b.t[1];
    long s = g.sum + g.scale + g.weights[2] + g.weights[4];
    for (int j = 0; j < 4; ++j)
      s += g.corner[j / 2][j % 2].x * 10 + g.corner[j / 2][j % 2].y;
    out[i] = s + a.t[2] + a.p.x + b.p.x + many[0].p.y + many[1].p.y + many[1].t[1] + a.flag;
  }
  SHOW_INTEGERS("out", out, N);
  for (const Plain &p : kept)
    SHOW_INTEGER(p.p.x + p.p.y + p.t[0] + p.t[1] + p.t[2] + p.flag);
}
