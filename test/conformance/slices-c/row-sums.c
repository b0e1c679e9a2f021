// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Sums and extrema over slices of rows, which lengths of their own end.
// RUN: %conform %s %t
#include "show.h"

enum { N = 5, M = 70 };

int main(void) {
  static int a[N * M], x[M], y[N], z[N];
  for (int i = 0; i < N * M; ++i)
    a[i] = i * 37 % 1009 - 300;
  for (int j = 0; j < M; ++j)
    x[j] = j % 7 - 2;
  int n = N, m = M;
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
#ifdef WITH_PLUGIN
#pragma twofold slice
    y[i] = twofold_sum(a[i * m:m] * x[0:m]);
#pragma twofold slice
    z[i] = twofold_max(a[i * m + 3:m - 3]);
#else
    int s = 0, t = a[i * m + 3];
    for (int j = 0; j < m; ++j)
      s += a[i * m + j] * x[j];
    for (int j = 3; j < m; ++j)
      t = a[i * m + j] > t ? a[i * m + j] : t;
    y[i] = s;
    z[i] = t;
#endif
  }
  SHOW_INTEGERS("y", y, N);
  SHOW_INTEGERS("z", z, N);
}
