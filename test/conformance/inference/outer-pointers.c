// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Pointers declared outside that each iteration sets: to shared memory, to
// memory of its own, to what an array of pointers holds.
// RUN: %conform %s %t
#include <stdio.h>
enum { N = 120, W = 4 };
struct point {
  float x, y;
};
static void walk(float *o, const float *a, int w) {
  const float *p, *e;
  float *q;
#pragma twofold parallel for
  for (int i = 0; i < N / W; ++i) {
    p = a + i * w;
    e = p + w;
    q = o + i * w;
    while (p != e)
      *q++ += *p++ * 2;
  }
}
static void own(float *o, const float *a) {
  float *p;
#pragma twofold parallel for
  for (int i = 0; i < N / W; ++i) {
    float b[W];
    p = b;
    for (int j = 0; j < W; ++j)
      *p++ = a[W * i + j];
    o[i] += b[0] + b[W - 1] + (p - b);
  }
}
static void record(struct point *o, const float *a) {
  struct point *p;
#pragma twofold parallel for private(p)
  for (int i = 0; i < N; ++i) {
    p = &o[i];
    p->x += a[i];
    p->y = p->x * 2;
  }
}
static void rows(float *o, float **r) {
  float *p, *q;
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
    p = i & 1 ? r[0] : r[1];
    q = r[1];
    o[i] += p[i] * q[i];
  }
}
int main(void) {
  static float a[N], b[N], o[N];
  static struct point s[N];
  for (int i = 0; i < N; ++i)
    a[i] = i % 7, b[i] = i % 5;
  float *r[] = {a, b};
  walk(o, a, W);
  own(o, a);
  record(s, b);
  rows(o, r);
  double sum = 0;
  for (int i = 0; i < N; ++i)
    sum += o[i] * (i + 1) + s[i].x + 3 * s[i].y;
  printf("%g\n", sum);
}
