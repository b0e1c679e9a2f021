// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// References to arrays of variable length, and to pointers to them.
// RUN: %conform %s %t --native -Wno-vla-cxx-extension
#include "show.h"

constexpr int N = 37, M = 19;

int main() {
  static int a[N * M], b[N * M];
  int n = N, m = M;
  for (int i = 0; i < N * M; ++i)
    a[i] = i % 13;
  auto p = (int(*)[m])a;
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    auto &row = p[i];
    b[i * m] += row[4] + (int)sizeof(row);
  }
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    auto &all = p;
    b[i * m + 1] += all[i][2];
  }
  SHOW_INTEGERS("b", b, N * M);
}
