// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Slices between other statements.
// RUN: %conform %s %t
#include "show.h"

enum { N = 101, M = 13 };

int main(void) {
  static double a[N], b[N], o[N];
  for (int i = 0; i < N; ++i)
    a[i] = i * 0.5 - 10, b[i] = i * 7 % 31, o[i] = -i;
  int n = N;
#ifdef WITH_PLUGIN
#pragma twofold slice
  {
    double t = 2;
    for (int k = 0; k < 3; ++k) {
      o[0:n] = a[0:n] * t;
      if (k == 1)
        o[0:n] -= 1;
      else
        b[0:n] += o[0:n];
      t += twofold_max(o[0:4]);
    }
    switch (n) {
    case N:
      o[0] = t;
      break;
    default:
      o[0:n] = 0;
    }
    do
      n--, o[0:n] += 1;
    while (n > 98);
  }
#else
  double t = 2;
  for (int k = 0; k < 3; ++k) {
    for (int i = 0; i < n; ++i)
      o[i] = a[i] * t;
    for (int i = 0; i < n; ++i)
      if (k == 1)
        o[i] -= 1;
      else
        b[i] += o[i];
    double most = o[0];
    for (int i = 0; i < 4; ++i)
      most = o[i] > most ? o[i] : most;
    t += most;
  }
  o[0] = t;
  for (n = 100; n >= 98; --n)
    for (int i = 0; i < n; ++i)
      o[i] += 1;
  n = 98;
#endif
  SHOW_FLOATS("o", o, N);
  SHOW_FLOATS("b", b, N);
  SHOW_INTEGER(n);
}
