// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Conditions are read before anything under them is written.
// RUN: %conform %s %t
#include "show.h"

enum { N = 101, M = 13 };

int main(void) {
  static int c[4 * N], keep[N], values[N], index[N];
  for (int i = 0; i < 4 * N; ++i)
    c[i] = i * i % 1009;
  for (int i = 0; i < N; ++i)
    index[i] = i * 29 % N;
  int n = N, *p = c, *q = c + 5;
#ifdef WITH_PLUGIN
#pragma twofold slice
  {
    if (p[0:n] % 2)
      p[1:n] = p[0:n] + 1;
    if (q[0:n] % 3)
      p[0:n] = q[n - 1:n:-1];
    else
      q[0:n] = p[0:n];
    if (p[index[0:n]] > 100)
      p[1:n]++;
    if (p[n:n:-1] > 50) {
      p[0:n] = 3;
      q[0:n] -= p[1:n];
    }
    if (p[0:n] > 2)
      if (q[0:n] > 2)
        p[index[0:n]] = q[0:n] * 2;
    if (p[0:n] > 7)
      q[0:n] = p[2:n] = p[1:n];
  }
#else
#define WHERE(condition)                                                       \
  for (int i = 0; i < n; ++i)                                                  \
    keep[i] = condition;
#define BOTH(test, left, right)                                                \
  for (int i = 0; i < n; ++i)                                                  \
    if (test)                                                                  \
      values[i] = right;                                                       \
  for (int i = 0; i < n; ++i)                                                  \
    if (test)                                                                  \
      left values[i];
  WHERE(p[i] % 2)
  BOTH(keep[i], p[1 + i] =, p[i] + 1)
  WHERE(q[i] % 3)
  BOTH(keep[i], p[i] =, q[n - 1 - i])
  BOTH(!keep[i], q[i] =, p[i])
  WHERE(p[index[i]] > 100)
  BOTH(keep[i], p[1 + i] +=, 1)
  WHERE(p[n - i] > 50)
  BOTH(keep[i], p[i] =, 3)
  BOTH(keep[i], q[i] -=, p[1 + i])
  WHERE(p[i] > 2 && q[i] > 2)
  BOTH(keep[i], p[index[i]] =, q[i] * 2)
  WHERE(p[i] > 7)
  BOTH(keep[i], p[2 + i] =, p[1 + i])
  BOTH(keep[i], q[i] =, p[2 + i])
#endif
  SHOW_INTEGERS("c", c, 4 * N);
}
