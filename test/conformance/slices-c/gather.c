// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Elements chosen by index slices.
// RUN: %conform %s %t
#include "show.h"
#include <stdlib.h>

enum { N = 101, M = 13 };

int main(void) {
  static int a[N], b[N], o[N];
  for (int i = 0; i < N; ++i)
    a[i] = i - 10, b[i] = i * 7 % 31 + 1, o[i] = -i;
  int n = N;
  for (int i = 0; i < N; ++i)
    b[i] = i * 37 % N;
  // Of one block of memory: few indices, and too many to be looked at.
  static int chosen[1000];
  int *p = malloc(20000 * sizeof *p), *q = p + 700;
  if (!p)
    return 1;
  for (int i = 0; i < 20000; ++i)
    p[i] = i;
  for (int i = 0; i < 1000; ++i)
    chosen[i] = i * 77 % 600;
#ifdef WITH_PLUGIN
#pragma twofold slice
  o[0:n] = a[b[0:n]] * 2;
#pragma twofold slice
  o[0:n / 2] += a[b[n - 1:n / 2:-2] / 2 + 1];
  for (int m = 8; m < 1000; m += 500) {
#pragma twofold slice
    p[1:m] = p[chosen[0:m]] + 1;
#pragma twofold slice
    p[0:m] = q[chosen[0:m]] * 2;
#pragma twofold slice
    q[chosen[0:m]] = p[0:m];
#pragma twofold slice
    p[chosen[0:m]] = p[0:m];
  }
#else
  for (int i = 0; i < n; ++i)
    o[i] = a[b[i]] * 2;
  for (int i = 0; i < n / 2; ++i)
    o[i] += a[b[n - 1 - i * 2] / 2 + 1];
  for (int m = 8; m < 1000; m += 500) {
    int kept[1000];
    for (int i = 0; i < m; ++i)
      kept[i] = p[chosen[i]] + 1;
    for (int i = 0; i < m; ++i)
      p[1 + i] = kept[i];
    for (int i = 0; i < m; ++i)
      p[i] = q[chosen[i]] * 2;
    for (int i = 0; i < m; ++i)
      q[chosen[i]] = p[i];
    for (int i = 0; i < m; ++i)
      kept[i] = p[i];
    for (int i = 0; i < m; ++i)
      p[chosen[i]] = kept[i];
  }
#endif
  SHOW_INTEGERS("block", p, 2000);
  free(p);
  SHOW_INTEGERS("o", o, N);
}
