// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Each subscript of a matrix is held to its own dimension.
// RUN: %conform %s %t --races-unseen
#include "errors.h"
#include "show.h"

enum { N = 12, M = 20 };

int main(void) {
  static int a[N][M], at[N];
  for (int i = 0; i < N; ++i)
    at[i] = (i * 7) % M;
#pragma twofold parallel for bounds
  for (int i = 0; i < N; ++i)
    a[i][at[i]] = i + 1;
  SHOW_INTEGERS("a", a[0], N * M);
  at[3] = M + 1; // still inside the whole
  VIOLATES(a, M + 1, M, 21)
#pragma twofold parallel for bounds
  for (int i = 0; i < N; ++i)
    a[i][at[i]] = 99;
  VIOLATED();
  for (int i = 0; i < N; ++i)
    at[i] = i;
  at[4] = N;
  VIOLATES(a, N, N, 29)
#pragma twofold parallel for bounds
  for (int i = 0; i < 5; ++i)
    a[at[i]][i] = i;
  VIOLATED();
}
