// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Arrays with a variable number of rows of constant length, and pointers to
// rows of variable length that each iteration has of its own.
// RUN: %conform %s %t
#include <stdio.h>

static void rows(int n, int m, float y[n][m][4], float (*z)[m][4]) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) {
      float *r = y[i][j];
      r[1] = i + j;
      float (*p)[4] = z[i];
      p[j][2] = r[1] + y[i][j][0];
    }
}

static void own(int n, double x[n][n], double *y) {
  double (*q)[n];
#pragma twofold parallel for private(q)
  for (int i = 0; i < n; ++i) {
    q = &x[i];
    double s = sizeof(*q);
    for (int j = 0; j < n; ++j)
      s += (*q)[j] * (j + 1);
    y[i] = s;
  }
}

int main(int argc, char **argv) {
  int n = argc + 16;
  float y[n][n][4], z[n][n][4];
  double x[n][n], s[n];
  int w[n][4];
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) {
      x[i][j] = i * 3 - j;
      for (int k = 0; k < 4; ++k)
        y[i][j][k] = z[i][j][k] = i * j + k;
    }
  rows(n, n, y, z);
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    int (*p)[4] = w;
    p[i][1] = i;
    int *q = w[i];
    q[0] = 2;
    q[2] = (*(w + i))[1];
    *w[i] += 1;
  }
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j)
      y[i][j][3] += z[j][i][2] + sizeof(y[i]);
  own(n, x, s);
  for (int i = 0; i < n; ++i) {
    printf("%g %d %d %d:", s[i], w[i][0], w[i][1], w[i][2]);
    for (int j = 0; j < n; ++j)
      printf(" %g %g %g", y[i][j][1], y[i][j][3], z[i][j][2]);
    puts("");
  }
}
