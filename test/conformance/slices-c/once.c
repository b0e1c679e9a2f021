// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Bounds, bases and single values are evaluated once, before anything is written.
// RUN: %conform %s %t
#include "show.h"

static double *next(double **p) { return (*p)++; }
static int next2(int *k) { return *k += 5; }

enum { N = 101, M = 13 };

int main(void) {
  static double a[N], b[N], o[N];
  for (int i = 0; i < N; ++i)
    a[i] = i * 0.5 - 10, b[i] = i * 7 % 31, o[i] = -i;
  int n = N;
  double *p = o;
  int k = 2;
#ifdef WITH_PLUGIN
#pragma twofold slice
  next(&p)[k++:next2(&k)] = a[0:8] * p[0] + next2(&k) + (k += 1);
#else
  double *base = p;
  p = base + 1;
  {
    int start = 2;
    double factor = p[0];
    k = 3 + 5 + 5 + 1;
    for (int i = 0; i < 8; ++i)
      base[start + i] = a[i] * factor + 13 + 14;
  }
#endif
  SHOW_FLOATS("o", o, N);
  SHOW_INTEGER(k);
  SHOW_INTEGER(p - o);
}
