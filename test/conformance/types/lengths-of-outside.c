// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Rows whose length a variable, parameter or name of outside the loop has.
// RUN: %conform %s %t
#include "show.h"

enum { N = 37, M = 19 };

static void rows(int n, int m, int a[n][m], int *b) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j)
      ((__typeof__(a))b)[i][j] += a[i][j];
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    ((__typeof__(*a) *)b)[i][1] += sizeof(*a);
}

static void pairs(int n, int m, int a[][m][2], int b[][m][2]) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j)
      b[i][j][1] = a[i][j][0] + i;
}

int main(void) {
  static int a[2 * N * M], b[2 * N * M];
  int n = N, m = M;
  for (int i = 0; i < 2 * N * M; ++i)
    a[i] = i % 13;
  int row[m];
  row[0] = 3;
  typedef int table[n][m];
  m = 5;
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < M; ++j)
      ((__typeof__(row) *)b)[i][j] = (*(table *)a)[i][j] + m;
  int wide = M, narrow = 7;
  int(*at)[wide] = (void *)a;
  int(*from)[narrow] = (void *)a;
  wide = narrow = 1;
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    __auto_type own = from + i;
    b[i] += (*own)[2] + at[i][1];
  }
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    b[i * M + 3] += sizeof(table) + sizeof(__typeof__(row));
  rows(N, M, (void *)a, b);
  pairs(N, M, (void *)a, (void *)b);
  SHOW_INTEGERS("b", b, 2 * N * M);
}
