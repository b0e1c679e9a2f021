// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Bases that are casts to arrays of lengths known at run time, or that are chosen
// or computed: also where their types come from typeof, typedef or auto.
// RUN: %conform %s %t
#include "show.h"

enum { N = 6, W = 5 };

static int *same(int *p) { return p; }

int main(int argc, char **argv) {
  static int a[N * W * 4], b[N * W * 4];
  const long n = argc + N - 1, w = argc + W - 1;
  for (int i = 0; i < N * W * 4; ++i)
    b[i] = i * 7 % 11;
  int row[w], rows[2][w];
  typedef int line[w];
  __auto_type at = (int(*)[w])a;
  for (int i = 0; i < w; ++i)
    row[i] = rows[0][i] = rows[1][i] = i;
#ifdef WITH_PLUGIN
#pragma twofold slice
  {
    ((int(*)[w])a)[0:n][0:w] = 1;
    *((int(*)[n])a)[0:n] = 2;
    ((__typeof__(row) *)a)[0:n][3] += ((line *)b)[0:n][2] * 2;
    ((__typeof__(rows) *)a)[0:n][1][2] += 4;
    at[0:n][1:2] += 5;
    (at + 1)[0:n - 1][0] = 6;
    (n > 3 ? at : at + 1)[0][0:w] += sizeof(int[n]) + sizeof row;
  }
#else
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < w; ++j)
      at[i][j] = 1;
  for (int i = 0; i < n; ++i)
    *((int(*)[n])a)[i] = 2;
  for (int i = 0; i < n; ++i)
    at[i][3] += ((line *)b)[i][2] * 2;
  for (int i = 0; i < n; ++i)
    ((__typeof__(rows) *)a)[i][1][2] += 4;
  for (int i = 0; i < n; ++i)
    for (int j = 1; j < 3; ++j)
      at[i][j] += 5;
  for (int i = 1; i < n; ++i)
    at[i][0] = 6;
  for (int j = 0; j < w; ++j)
    at[0][j] += sizeof(int[n]) + sizeof row;
#endif
#ifdef WITH_PLUGIN
#pragma twofold slice
  {
    __builtin_choose_expr(sizeof(n) == 8, a, 0)[0:n] += b[0:n];
    ({ int *p = a; p + 7; })[0:n] += same(b)[0:n] + (int){3};
    row[0] = twofold_sum(((int(*)[w])b)[0:n][0:w]);
  }
#else
  for (int i = 0; i < n; ++i)
    a[i] += b[i];
  for (int i = 0; i < n; ++i)
    a[i + 7] += b[i] + 3;
  row[0] = 0;
  for (int i = 0; i < n * w; ++i)
    row[0] += b[i];
#endif
  SHOW_INTEGERS("a", a, N * W * 4);
  SHOW_INTEGER(row[0]);
}
