// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Elements chosen by index slices.
// RUN: %conform %s %t
#include "show.h"

enum { N = 101, M = 13 };

int main(void) {
  static int a[N], b[N], o[N];
  for (int i = 0; i < N; ++i)
    a[i] = i - 10, b[i] = i * 7 % 31 + 1, o[i] = -i;
  int n = N;
  for (int i = 0; i < N; ++i)
    b[i] = i * 37 % N;
#ifdef WITH_PLUGIN
#pragma twofold slice
  o[0:n] = a[b[0:n]] * 2;
#pragma twofold slice
  o[0:n / 2] += a[b[n - 1:n / 2:-2] / 2 + 1];
#else
  for (int i = 0; i < n; ++i)
    o[i] = a[b[i]] * 2;
  for (int i = 0; i < n / 2; ++i)
    o[i] += a[b[n - 1 - i * 2] / 2 + 1];
#endif
  SHOW_INTEGERS("o", o, N);
}
