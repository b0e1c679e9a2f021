// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// TWOFOLD_SLICE inside of other macros, and as a value.
// RUN: %conform %s %t
#include "show.h"
#ifdef WITH_PLUGIN
#include <twofold/twofold.h>
#define ADD(x, y, n) TWOFOLD_SLICE((x)[0:n] += (y)[0:n])
#endif

enum { N = 101, M = 13 };

int main(void) {
  static int a[N], b[N], o[N];
  for (int i = 0; i < N; ++i)
    a[i] = i - 10, b[i] = i * 7 % 31 + 1, o[i] = -i;
  int n = N;
#ifdef WITH_PLUGIN
  ADD(o, a, n);
  int s = 2 * TWOFOLD_SLICE(twofold_sum(o[0:n])) + 1;
  if (TWOFOLD_SLICE(twofold_any(a[0:n] == 17)))
    ADD(b, a, n / 2);
#else
  for (int i = 0; i < n; ++i)
    o[i] += a[i];
  int s = 0;
  for (int i = 0; i < n; ++i)
    s += o[i];
  s = 2 * s + 1;
  for (int i = 0; i < n / 2; ++i)
    b[i] += a[i];
#endif
  SHOW_INTEGERS("o", o, N);
  SHOW_INTEGERS("b", b, N);
  SHOW_INTEGER(s);
}
