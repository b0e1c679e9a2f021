// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Uses of variable lengths that have no kernel.
// RUN: %conform %s %t --native -Wno-pointer-arith
#include "show.h"

enum { N = 37, M = 19 };

int main(void) {
  static int a[N * M], b[N * M];
  int n = N, m = M;
  for (int i = 0; i < N * M; ++i)
    a[i] = i % 13;
  int row[m];
  int(*p)[m] = (void *)a, (*q)[m] = (void *)b, (*last)[m];
  row[0] = 0;
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    __typeof__(row) own;
    __typeof__(own) other;
    for (int j = 0; j < m; ++j)
      own[j] = other[m - 1 - j] = a[i * m + j];
    for (int j = 0; j < m; ++j)
      b[i * m + j] = own[j] + other[j] * 2;
  }
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    b[i * m] += (i & 1 ? p : (__typeof__(row) *)b)[i][1] + ((void)0, p)[i][2];
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    last = p + i;
    q[i][4] += (*last)[2];
  }
  int found = -1;
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    if (((__typeof__(row) *)a)[i][3] == 12) {
      found = i;
      break;
    }
  b[1] = found;
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    __typeof__(*p) *own = p + i;
    b[i * m + 5] += (int)(own - p) + (int)((p + i + i) - own);
    own++;
    b[i * m + 7] += (int)(&p[n] - own);
  }
#pragma twofold parallel for bounds
  for (int i = 0; i < n; ++i)
    ((__typeof__(row) *)b)[i][6] = sizeof(row);
  SHOW_INTEGERS("b", b, N * M);
}
