// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Sections that begin anywhere.
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
  o[3:n - 7] = a[1:n - 7] - b[7:n - 7];
#else
  for (int i = 0; i < n - 7; ++i)
    o[3 + i] = a[1 + i] - b[7 + i];
#endif
  SHOW_FLOATS("o", o, N);
}
