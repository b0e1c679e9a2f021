// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Bases become members: their fields, functions and constructors; an empty one takes no room.
// RUN: %conform %s %t
#include "show.h"

struct Tag {};
struct Shape {
  int kind;
  float area;
  explicit Shape(int k) : kind(k), area(k * 2.0f) {}
  float twice() const { return 2 * area; }
  void grow(float by) { area += by; }
};
struct Box : Tag, Shape {
  float side = 3;
  Box(int k, float s) : Shape(k + 1), side(s) { grow(s); }
  explicit Box(int k) : Shape(k) {}
};
struct Cube : Box {
  int edges[2] = {12, 8};
  Cube(int k) : Box(k, k * 0.5f) { edges[k % 2] += kind; }
};
static float measure(const Shape &s) { return s.area + s.kind; }

int main() {
  enum { N = 40 };
  static float out[N];
  alignas(Cube) static unsigned char room[N * sizeof(Cube)];
  Cube *cubes = reinterpret_cast<Cube *>(room);
  for (int i = 0; i < N; ++i)
    cubes[i] = Cube(i);
#pragma twofold parallel for extent(cubes, N)
  for (int i = 0; i < N; ++i) {
    Cube c(i + 1);
    Box b(7);
    Shape &s = cubes[i];
    s.grow(1);
    b.area -= 1;
    cubes[i].side += c.twice();
    const Box *p = &cubes[i];
    out[i] = measure(c) + measure(b) + p->twice() + c.edges[0] + c.edges[1] + b.side;
    cubes[i].edges[1] += s.kind;
  }
  SHOW_FLOATS("f_out", out, N);
  for (int i = 0; i < N; ++i)
    SHOW_FLOAT(cubes[i].area + cubes[i].side + cubes[i].edges[0] + cubes[i].edges[1]);
}
