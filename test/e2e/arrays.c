// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Arrays of every kind: fixed, two-dimensional, variable-length, parameters.
// RUN: %e2e %s %t
#include "Inputs/show.h"

static short table[5][6];

static void parameters(int n, int m, double a[n][m], double b[m],
                       const int fixed[4]) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j)
      a[i][j] = b[j] * fixed[(i + j) % 4] + i;
}

static void lengths(int n, int m) {
  float line[n];
  int square[n][m];
  long cube[2][n][m];
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    line[i] = (float)i / 4;
    for (int j = 0; j < m; ++j)
      square[i][j] = i * m - j;
  }
#pragma twofold parallel for collapse(3)
  for (int k = 0; k < 2; ++k)
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < m; ++j)
        cube[k][i][j] = square[i][j] * (k + 1) + (long)line[i];
  SHOW_FLOATS("line", line, n);
  SHOW_INTEGERS("square", square[0], n * m);
  SHOW_INTEGERS("cube", cube[0][0], 2 * n * m);
}

static void locals(void) {
  int weights[3] = {1, 2, 1};
  int in[66], out[64], window[64][3];
  for (int i = 0; i < 66; ++i)
    in[i] = (i * 7) % 13;
#pragma twofold parallel for
  for (int i = 0; i < 64; ++i) {
    int local[3] = {in[i], in[i + 1], in[i + 2]};
    int sum = 0;
    for (int k = 0; k < 3; ++k) {
      sum += weights[k] * local[k];
      window[i][k] = local[2 - k];
    }
    out[i] = sum;
  }
  SHOW_INTEGERS("out", out, 64);
  SHOW_INTEGERS("window", window[0], 192);
}

static void constants(int *out, int n) {
  static const unsigned char digits[10] = {3, 1, 4, 1, 5, 9, 2, 6, 5, 3};
  const int pair[2] = {100, -100};
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    out[i] = digits[i % 10] + pair[i & 1];
}

int main(void) {
  enum { n = 7, m = 9 };
  double a[n][m], b[m];
  int fixed[4] = {1, -2, 3, -4}, out[40];
  for (int j = 0; j < m; ++j)
    b[j] = j * 1.25;
  parameters(n, m, a, b, fixed);
  SHOW_FLOATS("a", a[0], n * m);
  lengths(n, m);
  locals();
#pragma twofold parallel for collapse(2)
  for (int i = 0; i < 5; ++i)
    for (int j = 0; j < 6; ++j)
      table[i][j] = (short)(i * 6 + j);
  SHOW_INTEGERS("table", table[0], 30);
  constants(out, 40);
  SHOW_INTEGERS("constants", out, 40);
}
