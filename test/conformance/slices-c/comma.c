// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Assignments with a comma between them.
// RUN: %conform %s %t
#include "show.h"

enum { N = 101, M = 13 };

int main(void) {
  static int a[N], b[N], o[N];
  for (int i = 0; i < N; ++i)
    a[i] = i - 10, b[i] = i * 7 % 31 + 1, o[i] = -i;
  int n = N;
#ifdef WITH_PLUGIN
#pragma twofold slice
  o[0:n] = a[0:n], b[0:n] += o[0:n], n = 3;
#else
  for (int i = 0; i < n; ++i)
    o[i] = a[i];
  for (int i = 0; i < n; ++i)
    b[i] += o[i];
  n = 3;
#endif
  SHOW_INTEGERS("o", o, N);
  SHOW_INTEGERS("b", b, N);
  SHOW_INTEGER(n);
}
