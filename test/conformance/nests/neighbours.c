// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Loops that are long enough for items to run several neighbouring
// iterations each: the last ones of a row, arrays that are read and written,
// at one place and shifted within what each iteration reads of its own.
// RUN: %conform %s %t
#include "show.h"

enum { N = 16387, Rows = 133, Columns = 131 };

static float x[N], y[N], z[N];
static double d[N];
static unsigned char c[N];
static int table[Rows][Columns], sums[Rows][Columns];

static float twice(float value) { return value + value; }

int main(void) {
  for (int i = 0; i < N; ++i) {
    x[i] = (float)(i % 97);
    y[i] = (float)(i % 31 - 7);
    d[i] = i % 13;
    c[i] = (unsigned char)(i * 7);
  }
  for (int i = 0; i < Rows; ++i)
    for (int j = 0; j < Columns; ++j)
      table[i][j] = (i * 37 + j * 11) % 101;
  long n = N;

#pragma twofold parallel for
  for (long i = 0; i < n; ++i)
    z[i] = x[i] + 2 * y[i];
#pragma twofold parallel for
  for (int i = 1; i < N - 1; ++i)
    y[i] = twice(x[i - 1]) - x[i + 1] + y[i];
  float *same = x;
#pragma twofold parallel for
  for (long i = 0; i < n; ++i)
    same[i] = x[i] * 0.5f + x[i];
#pragma twofold parallel for
  for (long i = 0; i < 2 * (n / 2); ++i) {
    double t = d[i];
    d[i] = t * t + c[i];
  }
#pragma twofold parallel for
  for (unsigned i = 5; i < N; ++i)
    c[i] ^= 77;
#pragma twofold parallel for collapse(2)
  for (int i = 1; i < Rows; ++i)
    for (int j = 0; j < Columns; ++j)
      sums[i][j] = table[i][j] + table[i - 1][j];

  double floats = 0;
  for (int i = 0; i < N; ++i)
    floats += x[i] * (i % 11) + y[i] * (i % 17) + z[i] * (i % 19);
  SHOW_FLOAT(floats);
  SHOW_FLOATS("the last of z", z + N - 9, 9);
  double all = 0;
  for (int i = 0; i < N; ++i)
    all += d[i] * (i % 5) + c[i] * (i % 3);
  SHOW_INTEGER((long)all);
  long sum = 0;
  for (int i = 0; i < Rows; ++i)
    for (int j = 0; j < Columns; ++j)
      sum = (sum * 31 + sums[i][j]) % 1000003;
  SHOW_INTEGER(sum);
}
