// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Whole rows of variable length, of arrays and through pointers to rows.
// RUN: %conform %s %t -Wno-vla-cxx-extension
#include <cstdio>
#include <twofold/twofold.h>
#include <vector>
// clang-format off

template <class T> static void constant(T (*q)[7]) {
#ifdef WITH_PLUGIN
#pragma twofold slice
  q[1][:] = q[0][:] + 1;
#else
  for (int j = 0; j < 7; ++j)
    q[1][j] = q[0][j] + 1;
#endif
}

static void rows(int n, int m, double *p) {
  typedef double Row[m];
  Row *q = (Row *)p;
  double s = 0;
#ifdef WITH_PLUGIN
#pragma twofold slice
  q[0][:] = q[1][:] * 2 + q[0][:];
#pragma twofold slice
  q[0:n][2] = q[0:n][1];
#pragma twofold slice
  q[2:2][:] = q[0:2][:];
#pragma twofold slice
  q[0][m - 1:m:-1] = q[3][:];
#pragma twofold slice
  (*q)[0:m] = q[2][0:m];
#pragma twofold slice
  s = twofold_sum(q[1][:]);
#else
  for (int j = 0; j < m; ++j)
    q[0][j] = q[1][j] * 2 + q[0][j];
  for (int i = 0; i < n; ++i)
    q[i][2] = q[i][1];
  for (int i = 0; i < 2; ++i)
    for (int j = 0; j < m; ++j)
      q[2 + i][j] = q[i][j];
  for (int j = 0; j < m; ++j)
    q[0][m - 1 - j] = q[3][j];
  for (int j = 0; j < m; ++j)
    (*q)[j] = q[2][j];
  for (int j = 0; j < m; ++j)
    s += q[1][j];
#endif
  std::printf("%g\n", s);
}

int main(int argc, char **) {
  int n = argc + 9;
  typedef double Row[n];
  Row x[n];
  int y[n][n][4], k[3][7] = {{1, 2, 3}, {4}};
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j)
      x[i][j] = i + j;
  constant(k);
  rows(n, n, &x[0][0]);
#ifdef WITH_PLUGIN
#pragma twofold slice
  x[3][:] = x[2][:] * 2;
#pragma twofold slice
  x[:][0] = 3;
#pragma twofold slice
  y[:][:][:] = 7;
#pragma twofold slice
  y[2][3][:] = 8;
#pragma twofold slice
  y[2][:][1] = 9;
#else
  for (int j = 0; j < n; ++j)
    x[3][j] = x[2][j] * 2;
  for (int i = 0; i < n; ++i)
    x[i][0] = 3;
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j)
      for (int c = 0; c < 4; ++c)
        y[i][j][c] = 7;
  for (int c = 0; c < 4; ++c)
    y[2][3][c] = 8;
  for (int j = 0; j < n; ++j)
    y[2][j][1] = 9;
#endif
  for (int i = 0; i < 14; ++i)
    std::printf("%d ", k[0][i]);
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j)
      std::printf("%g %d %d\n", x[i][j], y[i][j][1], y[i][j][2]);
}
