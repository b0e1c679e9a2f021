// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Elements behind references of the body.
// RUN: %conform %s %t
#include "errors.h"
#include "show.h"

enum { N = 33, M = 5 };

int main() {
  static int a[N], at[N], m[N][M];
  for (int i = 0; i < N; ++i)
    at[i] = (i * 2) % N;
#pragma twofold parallel for bounds
  for (int i = 0; i < N; ++i) {
    int &to = a[at[i]];
    int(&row)[M] = m[at[i]];
    to += i;
    to *= 2;
    row[at[i] % M] = to;
    row[i % M] += 1;
  }
  SHOW_INTEGERS("a", a, N);
  SHOW_INTEGERS("m", m[0], N * M);
  at[20] = -1;
  VIOLATES(a, -1, N, 28)
#pragma twofold parallel for bounds
  for (int i = 0; i < N; ++i) {
    const int &from = a[at[i]];
    m[i][0] = from;
  }
  VIOLATED();
  at[20] = N;
  VIOLATES(m, N, N, 36)
#pragma twofold parallel for bounds
  for (int i = 20; i < 21; ++i) {
    int(&row)[M] = m[at[i]];
    row[0] = 1;
  }
  VIOLATED();
}
