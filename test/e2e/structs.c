// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Structs: members, arrays in them, nesting, copies, arguments and results.
// RUN: %e2e %s %t
#include "Inputs/show.h"

struct point {
  float x, y;
};

struct mixed {
  char tag;
  double value;
  short pair[3];
  struct point at;
  long id;
};

static struct point add(struct point a, struct point b) {
  struct point sum = {a.x + b.x, a.y + b.y};
  return sum;
}

static float dot(const struct point *a, const struct point *b) {
  return a->x * b->x + a->y * b->y;
}

static void advance(struct mixed *m, int by) {
  m->tag = (char)(m->tag + by);
  m->pair[1] = (short)(m->pair[0] * by);
  m->at.x += 0.5f;
}

static void print(const struct mixed *m, int n) {
  for (int i = 0; i < n; ++i)
    printf("%d %a %d %d %d %a %a %ld\n", m[i].tag, m[i].value, m[i].pair[0],
           m[i].pair[1], m[i].pair[2], m[i].at.x, m[i].at.y, m[i].id);
}

int main(void) {
  enum { n = 40 };
  struct point p[n], q[n];
  struct mixed m[n];
  float products[n];
  struct point shift = {0.25f, -8.0f};
  struct {
    int from, scale;
  } options = {5, 3};

#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    p[i].x = i * 0.5f;
    p[i].y = (float)(n - i);
    q[i] = p[i];
    struct mixed fresh = {.tag = 'a', .value = i / 8.0, .id = i};
    for (int k = 0; k < 3; ++k)
      fresh.pair[k] = (short)(i * options.scale + options.from + k);
    fresh.at = shift;
    m[i] = fresh;
  }
  print(m, n);

#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    q[i] = add(q[i], shift);
    products[i] = dot(&p[i], &q[i]);
    advance(&m[i], i % 5);
    m[i].value += (float)q[i].y;
  }
  for (int i = 0; i < n; ++i)
    printf("%a %a\n", q[i].x, q[i].y);
  SHOW_FLOATS("products", products, n);
  print(m, n);
}
