// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// No elements: nothing happens, and nothing is read.
// RUN: %conform %s %t
#include "show.h"

enum { N = 101, M = 13 };

int main(void) {
  static double a[N], b[N], o[N];
  for (int i = 0; i < N; ++i)
    a[i] = i * 0.5 - 10, b[i] = i * 7 % 31, o[i] = -i;
  int n = N;
#ifdef WITH_PLUGIN
  int none = 0;
  double *null = 0;
#pragma twofold slice
  o[0:none] = a[0:none] / b[5:none];
#pragma twofold slice
  null[0:none] = null[0:none];
#else

#endif
  SHOW_FLOATS("o", o, N);
}
