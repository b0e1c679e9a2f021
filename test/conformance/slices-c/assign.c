// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One loop over all elements.
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
  o[0:n] = a[0:n] * 2 + b[0:n];
#else
  for (int i = 0; i < n; ++i)
    o[i] = a[i] * 2 + b[i];
#endif
  SHOW_FLOATS("o", o, N);
}
