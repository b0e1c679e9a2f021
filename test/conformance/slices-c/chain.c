// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// a = b = c: two statements, the right one first.
// RUN: %conform %s %t
#include "show.h"

enum { N = 101, M = 13 };

int main(void) {
  static int a[N], b[N], o[N];
  for (int i = 0; i < N; ++i)
    a[i] = i - 10, b[i] = i * 7 % 31 + 1, o[i] = -i;
  int n = N;
  static short s[N];
#ifdef WITH_PLUGIN
#pragma twofold slice
  o[0:n] = s[0:n] = a[0:n] * 1000;
#pragma twofold slice
  o[0:n] += s[n - 1:n:-1] -= 1;
#else
  for (int i = 0; i < n; ++i)
    o[i] = s[i] = a[i] * 1000;
  for (int i = 0; i < n; ++i)
    s[n - 1 - i] -= 1;
  for (int i = 0; i < n; ++i)
    o[i] += s[n - 1 - i];
#endif
#ifdef WITH_PLUGIN
  short *p = s;
#pragma twofold slice
  o[0:n - 1] = p[1:n - 1] = p[0:n - 1];
#else
  for (int i = n - 1; i > 0; --i)
    o[i - 1] = s[i] = s[i - 1];
#endif
  SHOW_INTEGERS("o", o, N);
  SHOW_INTEGERS("s", s, N);
}
