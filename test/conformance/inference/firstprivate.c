// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Clause firstprivate: each iteration begins with the value from before the loop,
// which the loop leaves alone. Without the plugin the program says so itself.
// RUN: %conform %s %t
#include "show.h"

#ifdef WITH_PLUGIN
#define OWN(Type, Name)
#define LAST(Name)
#else
#define OWN(Type, Name)                                                        \
  Type Name##_ = Name;                                                         \
  Type Name = Name##_
#define LAST(Name) Name = Name##_first
#endif

typedef struct {
  int x, y;
  float v[3];
} point;

static int changed(double *a, int n, int s) {
#pragma twofold parallel for firstprivate(s) shared(a, n) default(none)
  for (int i = 0; i < n; ++i) {
    OWN(int, s);
    s *= 2;
    if (i % 3 == 0)
      continue;
    s += 1;
    a[i] = s;
  }
  return s;
}

static int arrays(int *a, int n) {
  int t[4] = {1, 2, 3, 4}, u[2][3] = {{1, 2, 3}, {4, 5, 6}}, w[3] = {7, 8, 9};
#pragma twofold parallel for firstprivate(t, u, w)
  for (int i = 0; i < n; ++i) {
#ifndef WITH_PLUGIN
    int t[4] = {1, 2, 3, 4}, u[2][3] = {{1, 2, 3}, {4, 5, 6}};
#endif
    t[i % 4] += i;
    u[1][i % 3] += t[0];
    a[i] = t[0] + 10 * t[1] + u[1][0] + u[0][0] + w[i % 3];
  }
  return t[0] + u[1][2];
}

static int record(int *a, int n) {
  point s = {1, 2, {3, 4, 5}};
#pragma twofold parallel for firstprivate(s)
  for (int i = 0; i < n; ++i) {
    OWN(point, s);
    s.x += i;
    s.v[1] += s.x;
    a[i] = s.x + (int)s.v[1];
  }
  return s.x;
}

static int read(int *a, int n, const int *p) {
  point s = {1, 2, {3, 4, 5}};
#pragma twofold parallel for firstprivate(p, s, n)
  for (int i = 0; i < n; ++i)
    a[i] = p[i] + s.y + (int)s.v[i % 3];
  return s.x;
}

static void pointer(const int *p, int *a, int n) {
#pragma twofold parallel for firstprivate(p)
  for (int i = 0; i < n; ++i) {
    OWN(const int *, p);
    p += 2 * i;
    a[i] = *p;
  }
}

static int andLast(int *a, int n) {
  int x = 5;
#ifndef WITH_PLUGIN
  int x_first = x;
#endif
#pragma twofold parallel for firstprivate(x) lastprivate(x)
  for (int i = 0; i < n; ++i) {
    LAST(x);
    x += i;
    a[i] = x;
    if (i == 2)
      continue;
    x++;
  }
  return x;
}

int main(void) {
  double a[64] = {0};
  int k[64], p[128];
  for (int i = 0; i < 128; ++i)
    p[i] = i * 7 % 43;
  SHOW_INTEGER(changed(a, 64, 3));
  SHOW_FLOATS("a", a, 64);
  SHOW_INTEGER(arrays(k, 64));
  SHOW_INTEGERS("k", k, 64);
  SHOW_INTEGER(record(k, 64));
  SHOW_INTEGERS("k", k, 64);
  SHOW_INTEGER(read(k, 64, p));
  SHOW_INTEGERS("k", k, 64);
  pointer(p, k, 64);
  SHOW_INTEGERS("k", k, 64);
  SHOW_INTEGER(andLast(k, 64));
  SHOW_INTEGERS("k", k, 64);
  return 0;
}
