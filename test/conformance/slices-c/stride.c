// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Strides, also variable ones, and none: the last element counts.
// RUN: %conform %s %t
#include "show.h"

enum { N = 101, M = 13 };

int main(void) {
  static double a[N], b[N], o[N];
  for (int i = 0; i < N; ++i)
    a[i] = i * 0.5 - 10, b[i] = i * 7 % 31, o[i] = -i;
  int n = N;
#ifdef WITH_PLUGIN
  int s = 3;
#pragma twofold slice
  o[1:n / 3:s] = a[0:n / 3:2] + b[5:n / 3];
#pragma twofold slice
  o[0:n:-0] = a[0:n];
#else
  for (int i = 0; i < n / 3; ++i)
    o[1 + i * 3] = a[i * 2] + b[5 + i];
  o[0] = a[n - 1];
#endif
  SHOW_FLOATS("o", o, N);
}
