// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Functions of the program and of the library, on elements.
// RUN: %conform %s %t
#include "show.h"
#include <math.h>

static double mix(double x, double y, int n) { return x > y ? x * n : y; }

enum { N = 101, M = 13 };

int main(void) {
  static double a[N], b[N], o[N];
  for (int i = 0; i < N; ++i)
    a[i] = i * 0.5 - 10, b[i] = i * 7 % 31, o[i] = -i;
  int n = N;
#ifdef WITH_PLUGIN
#pragma twofold slice
  o[0:n] = mix(a[0:n], b[0:n], n) + fabs(a[0:n]);
#else
  for (int i = 0; i < n; ++i)
    o[i] = mix(a[i], b[i], n) + fabs(a[i]);
#endif
  SHOW_FLOATS("o", o, N);
}
