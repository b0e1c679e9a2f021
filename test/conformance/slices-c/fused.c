// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Statements in one loop, and the same where their memory overlaps.
// RUN: %conform %s %t
#include "show.h"

enum { N = 101, M = 13 };

#ifdef WITH_PLUGIN
static void update(int *o, int *p, const int *a, int n, int k) {
#pragma twofold slice
  {
    o[0:n] = a[0:n] * k;
    p[0:n] += o[0:n] + twofold_index(0);
    if (a[0:n] > 3) {
      o[0:n]++;
      p[0:n] = -p[0:n];
    } else if (a[0:n] == 2)
      p[0:n] = o[0:n] = 7;
    else if (k > 100)
      p[0:n] = 0;
    else
      o[0:n] -= a[0:n];
  }
}
static void rows(int (*A)[N], int (*B)[N], int n, int m, int s) {
#pragma twofold slice
  {
    A[0:m:s][0:n:2] = B[m - 1:m:-s][0:n:2];
    B[m - 1:m:-s][0:n:2] += A[0:m:s][0:n:2] * 2;
  }
}
#else
#define EACH for (int i = 0; i < n; ++i)
static void update(int *o, int *p, const int *a, int n, int k) {
  int keep[N], two[N];
  EACH keep[i] = a[i] * k;
  EACH o[i] = keep[i];
  EACH keep[i] = o[i] + i;
  EACH p[i] += keep[i];
  EACH keep[i] = a[i] > 3;
  EACH if (keep[i]) o[i]++;
  EACH if (keep[i]) p[i] = -p[i];
  EACH two[i] = !keep[i] && a[i] == 2;
  EACH if (two[i]) o[i] = 7;
  int value[N];
  EACH value[i] = o[i];
  EACH if (two[i]) p[i] = value[i];
  EACH value[i] = a[i];
  EACH if (!keep[i] && !two[i]) o[i] -= value[i];
}
static void rows(int (*A)[N], int (*B)[N], int n, int m, int s) {
  static int keep[M][N];
  for (int i = 0; i < m; ++i)
    for (int j = 0; j < n; ++j)
      keep[i][j] = B[m - 1 - i * s][2 * j];
  for (int i = 0; i < m; ++i)
    for (int j = 0; j < n; ++j)
      A[i * s][2 * j] = keep[i][j];
  for (int i = 0; i < m; ++i)
    for (int j = 0; j < n; ++j)
      keep[i][j] = A[i * s][2 * j] * 2;
  for (int i = 0; i < m; ++i)
    for (int j = 0; j < n; ++j)
      B[m - 1 - i * s][2 * j] += keep[i][j];
}
#endif

int main(void) {
  static int a[N], o[N], p[N], c[4 * N], A[M][N], B[M][N];
  for (int i = 0; i < N; ++i)
    a[i] = i * 7 % 11, o[i] = p[i] = i;
  for (int i = 0; i < 4 * N; ++i)
    c[i] = i % 9;
  for (int i = 0; i < M * N; ++i)
    A[0][i] = i, B[0][i] = i * i % 101;
  update(o, p, a, N, 3);
  SHOW_INTEGERS("o", o, N);
  SHOW_INTEGERS("p", p, N);
  update(c, c + 1, a, N, 3);
  update(c + N, c + 2 * N, c + N, N, 3);
  update(c, c + N / 2, c + 3 * N, N, 5);
  update(c + 2 * N, c + 2 * N, a, N, 2);
  SHOW_INTEGERS("c", c, 4 * N);
  rows(A, B, N / 2, M, 1);
  rows(A, A, N / 2, M, 1);
  rows(B, A + 1, N / 2, M - 1, 1);
  SHOW_INTEGERS("A", A[0], M * N);
  SHOW_INTEGERS("B", B[0], M * N);
}
