// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Objects and small arrays that iterations assign piece by piece are private;
// members that are seen later have the last iteration's values.
// RUN: %conform %s %t
#include "show.h"

enum { N = 150 };
typedef struct {
  double x, y, z;
} point;
typedef struct {
  point a, b;
  int k;
} both;
typedef struct {
  double c[3];
  int n;
} row;
static point everywhere = {7, 8, 9};

int main(void) {
  static point p[N];
  static double r[N];
  point d, kept = {1, 2, 3}, whole = {4, 5, 6};
  both w = {{1, 2, 3}, {4, 5, 6}, 7};
  row c;
  double t[3];
  for (int i = 0; i < N; ++i)
    p[i].x = i, p[i].y = i % 7, p[i].z = 1;
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
    d.x = p[i].x;
    d.y = p[i].y;
    r[i] = d.x * d.y;
  }
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
    kept.x = p[i].x + 1;
    kept.y = p[i].y;
    r[i] += kept.x * kept.y;
  }
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
    everywhere.z = p[i].x;
    r[i] += everywhere.z;
  }
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
    if (i % 3) {
      whole.x = 1;
      whole.y = i;
    } else {
      whole.y = p[i].y;
      whole.x = 3;
    }
    whole.z = whole.x + whole.y;
    r[i] += whole.z;
  }
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
    w.a.y = p[i].x;
    w.b = p[i];
    w.k = i;
    r[i] += w.a.y * w.b.y + w.k;
  }
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
    c.c[0] = p[i].x;
    c.c[2] = p[i].y;
    c.n = 2;
    t[0] = c.c[0] + c.n;
    t[1] = c.c[2];
    t[2] = t[0] + t[1];
    r[i] += t[2] * t[1];
  }
  SHOW_FLOATS("r", r, N);
  double seen[] = {kept.x,  kept.y,  kept.z, everywhere.x, everywhere.y,
                   everywhere.z, whole.x, whole.y, whole.z, w.a.x, w.a.y,
                   w.a.z,  w.b.x,   w.b.y,  w.b.z, w.k};
  SHOW_FLOATS("seen", seen, 16);
}
