// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Nests of two, three and four parallel loops.
// RUN: %e2e %s %t
#include "Inputs/show.h"

static double cube[6][7][8];
static int grid[12][9];

static void nests(int n, int m, int step, double (*rows)[m], int *flat) {
#pragma twofold parallel for collapse(2)
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j)
      rows[i][j] = i * 100 + j;

#pragma twofold parallel for collapse(2)
  for (int i = n - 1; i >= 0; i -= step)
    for (long j = 1; j < m - 1; j += 2)
      flat[i * m + j] = (int)(i * 1000 + j);

#pragma twofold parallel for collapse(2)
  for (unsigned char j = 0; j < 9; ++j)
    for (short i = 11; i > 0; --i)
      grid[i][j] = i * 10 + j;

#pragma twofold parallel for collapse(3)
  for (int i = 0; i < 6; ++i)
    for (int j = 0; j < 7; j += 2)
      for (int k = 7; k >= 0; --k)
        cube[i][j][k] = i + 0.5 * j + 0.125 * k;

  long sum = 0;
  int last = -1;
#pragma twofold parallel for collapse(3) reduction(+ : sum) lastprivate(last)
  for (int i = 0; i < n; ++i)
    for (int j = 2; j < m; j += 3)
      for (int k = 0; k < 4; ++k) {
        sum += i * j - k;
        last = i * 10000 + j * 100 + k;
      }
  SHOW_INTEGER(sum);
  SHOW_INTEGER(last);

#pragma twofold parallel for collapse(2)
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < m; ++j) {
      double t = rows[i][j];
      for (int k = 0; k < 5; ++k)
        t = t * 0.5 + k;
      rows[i][j] = t;
    }
  }
}

int main(void) {
  enum { n = 13, m = 11 };
  double rows[n][m];
  int flat[n * m] = {0};
  nests(n, m, 4, rows, flat);
  SHOW_FLOATS("rows", rows[0], n * m);
  SHOW_INTEGERS("flat", flat, n * m);
  SHOW_INTEGERS("grid", grid[0], 12 * 9);
  SHOW_FLOATS("cube", cube[0][0], 6 * 7 * 8);
}
