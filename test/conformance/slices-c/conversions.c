// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Elements and single values of different types.
// RUN: %conform %s %t
#include "show.h"

enum { N = 101, M = 13 };

int main(void) {
  static float f[N];
  static unsigned char c[N];
  static long l[N];
  static double o[N];
  for (int i = 0; i < N; ++i)
    f[i] = i * 0.25f, c[i] = i * 3, l[i] = -i;
  int n = N;
  short s = -7;
#ifdef WITH_PLUGIN
#pragma twofold slice
  o[0:n] = f[0:n] * c[0:n] + l[0:n] / s;
#pragma twofold slice
  c[0:n] = o[0:n] > 0 ? c[0:n] + 200 : l[0:n];
#else
  for (int i = 0; i < n; ++i)
    o[i] = f[i] * c[i] + l[i] / s;
  for (int i = 0; i < n; ++i)
    c[i] = o[i] > 0 ? c[i] + 200 : l[i];
#endif
  SHOW_FLOATS("o", o, N);
  SHOW_INTEGERS("c", c, N);
}
