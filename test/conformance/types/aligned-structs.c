// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Structs that are aligned to more than their parts: in arrays, in other
// structs, as values and in the body.
// RUN: %conform %s %t
#include <stdio.h>
enum { N = 130 };
typedef struct __attribute__((aligned(16))) {
  float x, y, z, w;
} quad;
typedef struct {
  unsigned char r, g, b, a;
} __attribute__((aligned(4))) pixel;
typedef struct {
  _Alignas(32) double d[3];
  int n;
} wide;
typedef struct {
  int first;
  quad q;
  pixel p[3];
} outer;
static quad sum(quad a, quad b) {
  quad s = {a.x + b.x, a.y + b.y, a.z + b.z, a.w + b.w};
  return s;
}
static void step(quad *q, pixel *p, wide *w, outer *o, quad by) {
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
    quad own[2];
    own[i & 1] = q[i];
    own[~i & 1] = by;
    q[i] = sum(own[0], own[1]);
    p[i].g = (unsigned char)(p[i].r + i);
    w[i].d[i % 3] += q[i].y;
    w[i].n = i;
    o[i].q = q[i];
    o[i].p[i % 3] = p[i];
    o[i].first++;
  }
}
int main(void) {
  static quad q[N];
  static pixel p[N];
  static wide w[N];
  static outer o[N];
  for (int i = 0; i < N; ++i)
    q[i].x = i, q[i].w = 2 * i, p[i].r = i % 7;
  quad by = {1, 2, 3, 4};
  step(q + 1 - 1, p, w, o, by);
  double s = 0;
  for (int i = 0; i < N; ++i)
    s += (i + 1) * (q[i].x + q[i].y * 2 + q[i].z + q[i].w) + p[i].g +
         w[i].d[0] + w[i].d[1] * 3 + w[i].n + o[i].q.w + o[i].p[i % 3].g * 5 +
         o[i].first;
  printf("%g %zu %zu %zu\n", s, sizeof(quad), sizeof(wide), sizeof(outer));
}
