// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The right side is read before the left side is written.
// RUN: %conform %s %t
#include "show.h"

enum { N = 101, M = 13 };

int main(void) {
  static int a[N], b[N], o[N];
  for (int i = 0; i < N; ++i)
    a[i] = i - 10, b[i] = i * 7 % 31 + 1, o[i] = -i;
  int n = N;
  static int c[4 * N];
  for (int i = 0; i < 4 * N; ++i)
    c[i] = i * i % 1009;
  int *p = c, *q = c + 5;
#ifdef WITH_PLUGIN
#pragma twofold slice
  {
    p[1:n] = p[0:n];
    p[0:n] = q[0:n];
    p[0:n] = p[n - 1:n:-1];
    p[0:n:2] = p[0:n] + p[1:n];
    q[0:n] += p[n:n:-1] - p[0:n:3];
    p[3:n:3] = q[0:n:2];
  }
#else
  static int r[N];
#define BOTH(left, right)                                                      \
  for (int i = 0; i < n; ++i)                                                  \
    r[i] = right;                                                              \
  for (int i = 0; i < n; ++i)                                                  \
    left r[i];
  BOTH(p[1 + i] =, p[i])
  BOTH(p[i] =, q[i])
  BOTH(p[i] =, p[n - 1 - i])
  BOTH(p[2 * i] =, p[i] + p[1 + i])
  BOTH(q[i] +=, p[n - i] - p[3 * i])
  BOTH(p[3 + 3 * i] =, q[2 * i])
#endif
  SHOW_INTEGERS("c", c, 4 * N);
}
