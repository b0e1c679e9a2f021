// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Members of elements, and sections of members.
// RUN: %conform %s %t
#include "show.h"

enum { N = 101, M = 13 };

int main(void) {
  struct Point {
    double x, y;
    int v[3];
  };
  static struct Point p[N], q[N];
  static int o[N];
  for (int i = 0; i < N; ++i)
    q[i] = (struct Point){i, -i, {i, i + 1, i + 2}};
  int n = N;
#ifdef WITH_PLUGIN
#pragma twofold slice
  {
    p[0:n] = q[0:n];
    p[0:n].x += q[n - 1:n:-1].y;
    p[0:n].v[0:2] = q[0:n].v[1:2];
    o[0:n] = p[0:n].v[1] + p[0:n].v[2];
  }
#else
  for (int i = 0; i < n; ++i)
    p[i] = q[i];
  for (int i = 0; i < n; ++i)
    p[i].x += q[n - 1 - i].y;
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < 2; ++j)
      p[i].v[j] = q[i].v[1 + j];
  for (int i = 0; i < n; ++i)
    o[i] = p[i].v[1] + p[i].v[2];
#endif
  SHOW_INTEGERS("o", o, N);
  for (int i = 0; i < N; ++i)
    SHOW_FLOAT(p[i].x);
}
