// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The inner loop is left early and continues.
// RUN: %conform %s %t
#include "show.h"

enum { N = 37, M = 23 };

int main(void) {
  static int at[N], b[M];
  for (int j = 0; j < M; ++j)
    b[j] = j * 7 % M;
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
    at[i] = -1;
    for (int j = 0; j < M; ++j) {
      if (b[j] % 2)
        continue;
      if (b[j] >= i) {
        at[i] = j;
        break;
      }
    }
  }
  SHOW_INTEGERS("at", at, N);
}
