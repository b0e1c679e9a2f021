// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Structs by value with arrays and structs in them; arrays of such; copies, arguments, results, compound literals.
// RUN: %conform %s %t
#include "show.h"

enum { N = 40 };
struct point {
  short x, y;
};
struct shape {
  char name;
  struct point corner[3];
  struct {
    double weight;
    int grid[2][2];
  } body;
};

static struct shape moved(struct shape s, struct point by) {
  for (int k = 0; k < 3; ++k) {
    s.corner[k].x += by.x;
    s.corner[k].y += by.y;
  }
  return s;
}

int main(void) {
  static struct shape a[N], b[2][N];
  for (int i = 0; i < N; ++i)
    a[i] = (struct shape){'a', {{i, 1}, {2, i}}, {i * 0.5, {{1, 2}, {3, i}}}};
  struct point by = {3, -1};
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
    struct shape s = moved(a[i], by), t = {.name = 'z', .body.grid[1][0] = 4};
    b[0][i] = s;
    b[1][i] = i % 2 ? t : moved(s, (struct point){i, 0});
    b[1][i].body.grid[i % 2][1] += s.body.grid[1][1];
    struct point *p = b[1][i].corner;
    p[2] = p[0];
    a[i].body.weight *= 2;
  }
  for (int i = 0; i < N; ++i)
    for (int k = 0; k < 2; ++k) {
      struct shape s = b[k][i];
      SHOW_INTEGER(s.name + s.corner[0].x + s.corner[1].y * 3 + s.corner[2].x * 5 + s.body.grid[0][1] + s.body.grid[1][0] + s.body.grid[1][1]);
      SHOW_FLOAT(s.body.weight + a[i].body.weight);
    }
}
