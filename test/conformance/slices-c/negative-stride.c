// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Sections that run backwards.
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
  o[n - 1:n:-1] = a[0:n];
#pragma twofold slice
  o[0:n / 2] += b[n - 1:n / 2:-2];
#else
  for (int i = 0; i < n; ++i)
    o[n - 1 - i] = a[i];
  for (int i = 0; i < n / 2; ++i)
    o[i] += b[n - 1 - i * 2];
#endif
  SHOW_FLOATS("o", o, N);
}
