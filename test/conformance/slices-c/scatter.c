// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Index slices on the left; those of one statement are different.
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
  o[b[0:n]] = a[0:n];
#pragma twofold slice
  o[b[0:n]] = o[0:n];
#else
  static int kept[N];
  for (int i = 0; i < n; ++i)
    o[b[i]] = a[i];
  for (int i = 0; i < n; ++i)
    kept[i] = o[i];
  for (int i = 0; i < n; ++i)
    o[b[i]] = kept[i];
#endif
  SHOW_INTEGERS("o", o, N);
}
