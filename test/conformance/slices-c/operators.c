// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// All operators of C, element by element.
// RUN: %conform %s %t -Wno-logical-op-parentheses
#include "show.h"

enum { N = 101, M = 13 };

int main(void) {
  static int a[N], b[N], o[N];
  for (int i = 0; i < N; ++i)
    a[i] = i - 10, b[i] = i * 7 % 31 + 1, o[i] = -i;
  int n = N;
#ifdef WITH_PLUGIN
#pragma twofold slice
  o[0:n] = ~a[0:n] + -b[0:n] * !a[0:n] + (a[0:n] < b[0:n]) - (a[0:n] == b[0:n]) + (a[0:n] && b[0:n] || o[0:n]) +
           (a[0:n] > 5 ? a[0:n] & 7 : b[0:n] | 9) + (int)(char)(a[0:n] * 77) + (int)sizeof(a[0:n]);
#else
  for (int i = 0; i < n; ++i)
    o[i] = ~a[i] + -b[i] * !a[i] + (a[i] < b[i]) - (a[i] == b[i]) + ((a[i] && b[i]) || o[i]) +
           (a[i] > 5 ? a[i] & 7 : b[i] | 9) + (int)(char)(a[i] * 77) + (int)sizeof(a[i]);
#endif
  SHOW_INTEGERS("o", o, N);
}
