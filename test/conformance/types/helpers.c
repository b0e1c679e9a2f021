// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Helper functions: static, inline, with pointers into arrays and to locals, with structs by value, calling each other.
// RUN: %conform %s %t
#include "show.h"

enum { N = 40 };
typedef struct {
  int lo, hi;
} range;

static inline int clampTo(int x, range r) { return x < r.lo ? r.lo : x > r.hi ? r.hi : x; }
static void widen(range *r, int by) {
  r->lo -= by;
  r->hi += by;
}
static range around(int x) {
  range r = {x - 1, x + 1};
  widen(&r, x % 3);
  return r;
}
static int total(const int *restrict p, int n) {
  int s = 0;
  for (int k = 0; k < n; ++k)
    s += p[k];
  return s;
}
static void swap(int *a, int *b) {
  int t = *a;
  *a = *b;
  *b = t;
}

int main(void) {
  static int a[N + 4], b[N], c[N];
  for (int i = 0; i < N + 4; ++i)
    a[i] = i * 7 % 11;
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
    range r = around(a[i]);
    widen(&r, 1);
    int t[3] = {i, 2, 3};
    swap(&t[0], &t[2]);
    b[i] = clampTo(i, r) + total(&a[i], 4) + total(t, 2);
    c[i] = a[i];
    swap(&b[i], &c[i]);
  }
  SHOW_INTEGERS("b", b, N);
  SHOW_INTEGERS("c", c, N);
}
