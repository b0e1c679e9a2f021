// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Defaults: all of an array, from the start, to the end.
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
    o[:] = a[:];
    o[n - 5:] = b[:5];
    o[::10] *= 2;
    o[2::20] = b[99::-20];
  }
#else
  for (int i = 0; i < n; ++i)
    o[i] = a[i];
  for (int i = 0; i < 5; ++i)
    o[n - 5 + i] = b[i];
  for (int i = 0; i < n; i += 10)
    o[i] *= 2;
  for (int i = 0; 2 + i * 20 < n; ++i)
    o[2 + i * 20] = b[99 - i * 20];
#endif
  SHOW_FLOATS("o", o, N);
}
