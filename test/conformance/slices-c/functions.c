// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Functions of the program and of the library, on elements. Those of tgmath.h
// ask for types of calls that nobody defines.
// RUN: %conform %s %t
#include "show.h"
#include <tgmath.h>

static double mix(double x, double y, int n) { return x > y ? x * n : y; }

enum { N = 101, M = 13 };

int main(void) {
  static double a[N], b[N], o[N];
  for (int i = 0; i < N; ++i)
    a[i] = i * 0.5 - 10, b[i] = i * 7 % 31, o[i] = -i;
  int n = N;
#ifdef WITH_PLUGIN
#pragma twofold slice
  o[0:n] = mix(a[0:n], b[0:n], n) + fmax(fabs(a[0:n]), 2.0f);
#else
  for (int i = 0; i < n; ++i)
    o[i] = mix(a[i], b[i], n) + fmax(fabs(a[i]), 2.0f);
#endif
  SHOW_FLOATS("o", o, N);
}
