// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Pointers in structs that only some iterations look at.
// RUN: %conform %s %t
#include <stdio.h>
#include <stdlib.h>
enum { N = 150 };
struct leaf {
  double *p;
  int n;
  float *q;
};
struct node {
  struct leaf *b;
  struct leaf in;
  double *A[4];
  int flag;
};
static void cond(struct node *s, double *a, int use) {
#pragma twofold parallel for
  for (int i = 0; i < N; ++i)
    if (use)
      a[i] += s->in.p[i];
}
static void inner(struct node *s, double *a, int m) {
#pragma twofold parallel for
  for (int i = 0; i < N; ++i)
    for (int j = 0; j < m; ++j)
      a[i] += s->b->p[j] * s->b->n;
}
static void two(struct node *s, double *a) {
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
    if (a[i] > 3) {
      s->b->p[i] = a[i];
      if (s->b->q)
        s->b->q[i] = 1;
    }
  }
}
static void tri(struct leaf *s, double *a) {
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
    for (int j = 0; j < i; ++j) {
      a[i] += s->p[j];
    }
    while (a[i] > 50)
      a[i] -= s->n;
  }
}
static void arr(struct leaf l[], double *a, int k) {
#pragma twofold parallel for
  for (int i = 0; i < N; ++i)
    if (i & 1)
      a[i] += l[k].p[i] + l[0].p[i];
}
int main(void) {
  static double a[N], x[N], y[N];
  static float q[N];
  for (int i = 0; i < N; ++i)
    a[i] = i % 9, x[i] = i, y[i] = i % 3;
  struct leaf l[2] = {{x, 2, q}, {y, 3, 0}};
  struct node s = {&l[1], l[0], {x, y, x, y}, 1};
  cond(&s, a, 1);
  cond(0, a, 0);
  cond((struct node *)8, a, 0);
  inner(&s, a, 5);
  inner(0, a, 0);
  two(&s, a);
  s.b = l;
  two(&s, a);
  tri(&l[0], a);
  arr(l, a, 1);
  double t = 0;
  for (int i = 0; i < N; ++i)
    t += a[i] * (i + 1) + x[i] + 3 * y[i] + q[i];
  printf("%.17g\n", t);
}
