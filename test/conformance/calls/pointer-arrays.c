// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Arrays of pointers: in structs, parameters, globals and in the body.
// RUN: %conform %s %t
#include <stdio.h>
#include <stdlib.h>
enum { N = 150, W = 5 };
struct table {
  double *rows[3];
  double *one;
};
static double *global[4];
static void members(double *o, struct table *t) {
#pragma twofold parallel for
  for (int i = 0; i < N; ++i)
    o[i] += t->rows[0][i] * 2 + t->rows[2][i] + t->one[i];
}
static void parameter(double *o, double **r, int k) {
#pragma twofold parallel for
  for (int i = 0; i < N; ++i)
    r[1 - k][i] = r[k][i] + (*r)[i] + *(*(r + 1) + i) * o[i];
}
static void globals(double *o) {
#pragma twofold parallel for
  for (int i = 0; i < N; ++i)
    o[i] += global[i & 3][i] - global[0][i];
}
static void channels(double *o, struct table *t) {
#pragma twofold parallel for
  for (int i = 0; i < N; ++i)
    for (int c = 0; c < 3; ++c)
      t->rows[c][i] += o[i] * c;
}
static void few(double *o, double **r) {
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
    double s = 0;
    for (int k = 2; k >= 0; --k)
      s += r[k][i] * k;
    o[i] += s;
  }
}
static void outermost(const double *o, double **r) {
#pragma twofold parallel for
  for (int c = 0; c < 3; ++c)
    for (int i = 0; i < N; ++i)
      r[c][i] += o[i];
}
static void sometimes(double *o, double **r, const int *which, int k) {
#pragma twofold parallel for
  for (int i = 0; i < N; ++i)
    if (which[i] > 7)
      o[i] = r[k][i];
}
static void lookup(double *o, struct table *t, const int *which) {
#pragma twofold parallel for
  for (int i = 0; i < N; ++i)
    o[i] += t->rows[which[i]][i];
}
static double at(double **r, int k, int i) { return r[k][i]; }
static void called(double *o, double **r) {
#pragma twofold parallel for
  for (int i = 0; i < N; ++i)
    o[i] += at(r, 0, i) - at(r, 1, i);
}
static void local(double *o, const double *a, const double *b) {
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
    const double *t[4] = {a, b};
    t[2] = o;
    const double *u[] = {t[i % 3u], b};
    o[i] = t[i & 1][i] + u[0][i] + u[1][0];
  }
}
static void walked(double *o, const double *a) {
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
    const double *p[2];
    p[0] = a + i;
    p[1] = a + N - 1 - i;
    double s = 0;
    for (int k = 0; k < 2; ++k)
      s += *p[k] * (k + 1);
    p[0]++;
    o[i] += s + (i + 1 < N ? *p[0] : 0);
  }
}
static void advance(const double **p, int k) { *p += k; }
static void push(int **top, int x) { *(*top)++ = x; }
static int pop(int **top) { return *--*top; }
static void moved(double *o, const double *a) {
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
    const double *p = a, **pp = &p;
    advance(&p, i / 2);
    *pp += i / 3;
    int stack[8], *top = stack;
    push(&top, i);
    push(&top, 3);
    o[i] += *p + pop(&top) * 10 - pop(&top);
  }
}
static const double *find(const double *p, const double *e, double x) {
  for (; p < e; ++p)
    if (*p == x)
      return p;
  return e;
}
static void found(double *o, const double *a) {
#pragma twofold parallel for
  for (int i = 0; i < N / W; ++i) {
    const double *b = a + i * W;
    o[i] += find(b, b + W, 3) - b;
  }
}
int main(void) {
  static double a[N], x[N], y[N], z[N];
  static int which[N];
  for (int i = 0; i < N; ++i)
    a[i] = i % 9, x[i] = i, y[i] = i % 3, z[i] = i % 7, which[i] = i % 3;
  struct table t = {{x, y, z}, a};
  double *list[] = {x, y, z};
  global[0] = z, global[1] = x, global[2] = y, global[3] = a + 0;
  double *o = calloc(N, sizeof *o);
  members(o, &t);
  parameter(o, list, 0);
  parameter(o, list, 1);
  globals(o);
  channels(o, &t);
  few(o, list);
  outermost(o, list);
  sometimes(o, list, which, 2);
  sometimes(o, 0, which, 2);
  lookup(o, &t, which);
  for (int i = 0; i < N; ++i)
    which[i] &= 1;
  t.rows[2] = (double *)8; // which no iteration follows
  lookup(o, &t, which);
  called(o, list);
  local(o, x, y);
  walked(o, x);
  moved(o, x);
  found(o, a);
  double sum = 0;
  for (int i = 0; i < N; ++i)
    sum += o[i] * (i + 1) + x[i] + 3 * y[i] + 5 * z[i];
  printf("%.17g\n", sum);
  free(o);
}
