// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the statements in C of the page on slices stand among.
#include <math.h>
#include <stdio.h>

struct point {
  float x, y;
};

int main(void) {
  enum { n = 40, m = 30 };
  static float o[n], a[n], b[2 * n], A[n][m], B[n][m], s;
  static struct point p[n], q[n];
  static int index[n];
  for (int i = 0; i < n; ++i) {
    a[i] = i % 5 - 1;
    b[i] = b[n + i] = (i % 4) * (i % 4);
    q[i].x = i;
    index[i] = n - 1 - i;
    for (int j = 0; j < m; ++j)
      B[i][j] = i * j % 7;
  }
#include "part-0.c"
  float sum = 0;
  for (int i = 0; i < n; ++i) {
    sum += p[i].x * i + o[i];
    for (int j = 0; j < m; ++j)
      sum += A[i][j];
  }
  printf("%g %g\n", s, sum);
}
