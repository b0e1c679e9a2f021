// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// if on slices assigns where the condition was true when it was reached.
// RUN: %conform %s %t
#include "show.h"

enum { N = 101, M = 13 };

static int calls;
static int counted(int value) { return ++calls, value; }

int main(void) {
  static double a[N], b[N], o[N], u[N], v[N], w[N];
  static int A[M][N], B[M][N];
  for (int i = 0; i < N; ++i)
    a[i] = i * 37 % 19 - 9, b[i] = i * 0.5, o[i] = u[i] = v[i] = w[i] = -i;
  for (int i = 0; i < M * N; ++i)
    A[0][i] = i * 7 % 23 - 11, B[0][i] = i;
  int n = N;
#ifdef WITH_PLUGIN
#pragma twofold slice
  if (a[0:n] > 0)
    o[0:n] = b[0:n];
  else
    o[0:n] = -b[0:n];
#pragma twofold slice
  if (a[0:n] != 0)
    u[0:n] = 1 / a[0:n];
#pragma twofold slice
  {
    int k = 0;
    if (b[0:n] > counted(20)) {
      v[0:n] = 1;
      if (a[0:n] > 4)
        v[0:n] += a[0:n];
      else if (a[0:n] < -4)
        v[0:n] += counted(10), w[0:n] = v[0:n];
      else if (k == 0)
        w[0:n] = 5;
      else
        w[0:n] = 6;
    }
    if (k == 0)
      o[0:n] += 1;
  }
#pragma twofold slice
  if (A[0:M][0:n] > 0 && twofold_index(1) > twofold_index(0)) {
    if (B[0:M][0:n] % 2)
      B[0:M][0:n] = 0;
  } else {
    A[0:M][0:n]++;
    ;
  }
#pragma twofold slice
  if (twofold_index(0) % 3)
    b[0:n] = 0;
  else {
    b[0:n] += 1;
    w[0:n] = u[0:n] = b[0:n];
  }
#else
  for (int i = 0; i < n; ++i) {
    o[i] = (a[i] > 0 ? b[i] : -b[i]) + 1;
    if (a[i] != 0)
      u[i] = 1 / a[i];
    if (b[i] > 20) {
      v[i] = 1;
      if (a[i] > 4)
        v[i] += a[i];
      else if (a[i] < -4)
        w[i] = v[i] += 10;
      else
        w[i] = 5;
    }
    b[i] = i % 3 ? 0 : b[i] + 1;
    if (i % 3 == 0)
      w[i] = u[i] = b[i];
  }
  for (int i = 0; i < M; ++i)
    for (int j = 0; j < n; ++j)
      if (A[i][j] > 0 && j > i)
        B[i][j] = B[i][j] % 2 ? 0 : B[i][j];
      else
        A[i][j]++;
  calls = 2;
#endif
  SHOW_FLOATS("o", o, N);
  SHOW_FLOATS("u", u, N);
  SHOW_FLOATS("v", v, N);
  SHOW_FLOATS("w", w, N);
  SHOW_FLOATS("b", b, N);
  SHOW_INTEGERS("A", A[0], M * N);
  SHOW_INTEGERS("B", B[0], M * N);
  SHOW_INTEGER(calls);
}
