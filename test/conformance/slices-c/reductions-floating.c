// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Least and greatest numbers: NaNs never win, infinities do, and of equal
// elements the first one has the place.
// RUN: %conform %s %t
#include "show.h"
#include <math.h>

enum { N = 101 };

int main(void) {
  static float f[N];
  static double d[N], all[N];
  for (int i = 0; i < N; ++i) {
    f[i] = i % 10 == 3 ? NAN : i * 37 % 50;
    d[i] = i < 5 ? NAN : INFINITY;
    all[i] = NAN;
  }
  int n = N;
  double r[10];
#ifdef WITH_PLUGIN
#pragma twofold slice
  {
    r[0] = twofold_min(f[0:n]);
    r[1] = twofold_max(f[0:n]);
    r[2] = twofold_argmin(f[0:n]);
    r[3] = twofold_argmax(f[0:n]);
    r[4] = twofold_min(d[0:n]);
    r[5] = twofold_argmin(d[0:n]);
    r[6] = twofold_argmax(-d[0:n]);
    r[7] = twofold_max(all[0:n]);
    r[8] = twofold_argmin(all[0:n]);
    r[9] = twofold_max(d[0:0]);
  }
#else
  double least = INFINITY, most = -INFINITY;
  for (int i = 0; i < n; ++i) {
    if (f[i] < least)
      least = f[i], r[2] = i;
    if (f[i] > most)
      most = f[i], r[3] = i;
  }
  r[0] = least;
  r[1] = most;
  r[4] = INFINITY;
  r[5] = r[6] = 5;
  r[7] = r[9] = -INFINITY;
  r[8] = -1;
#endif
  SHOW_FLOATS("r", r, 10);
}
