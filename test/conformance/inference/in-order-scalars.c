// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Variables that iterations hand on to one another: the loop runs where it
// stands, with the serial results.
// RUN: %conform %s %t --native
// RUN: %conform %s %t.bounds --native -fplugin-arg-twofold-bounds
#include "show.h"

enum { N = 200 };
typedef struct {
  double x, y;
} pair;

int main(void) {
  static int a[N], b[N];
  static double d[N];
  int t = 5, s = 0, q = 1, at = -1, current = 0, *p = &current;
  double m = 1e9, r = 1;
  pair v = {1, 2};
  for (int i = 0; i < N; ++i)
    a[i] = i * 31 % 17, d[i] = a[i] + 0.5;
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
    b[i] = t;
    t = a[i];
  }
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
    s += a[i];
    b[i] += s;
  }
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
    q = 3 * q % 1009 + a[i];
    r /= d[i] / 8;
  }
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
    if (d[i] < m) {
      m = d[i];
      at = i;
    }
    b[i] += at;
  }
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
    current = a[i];
    b[i] += *p;
  }
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
    if (a[i] > 8)
      v.x = d[i];
    v.y = a[i];
    d[i] += v.x * v.y;
  }
#pragma twofold parallel for private(t)
  for (int i = 0; i < N; ++i) {
    if (a[i])
      t = a[i];
    b[i] += t;
  }
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
    if (a[i] == 16 && i > 150)
      break;
    s = s * 3 % 1000 + a[i];
  }
  SHOW_INTEGERS("b", b, N);
  SHOW_FLOATS("d", d, N);
  int ends[] = {t, s, q, at, current};
  double reals[] = {m, r, v.x, v.y};
  SHOW_INTEGERS("ends", ends, 5);
  SHOW_FLOATS("reals", reals, 4);
}
