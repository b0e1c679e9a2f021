// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Targets of two dimensions, by values and by inner loops.
// RUN: %conform %s %t --races-unseen
#include "show.h"

enum { N = 300, R = 6, C = 5 };

int main(void) {
  static int h[R][C], row[R][C];
  static float plane[R][C];
  static unsigned char a[N];
  for (int i = 0; i < N; ++i)
    a[i] = (unsigned char)(i * 31 % 251);
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
    h[a[i] % R][a[i] % C] += 1;
    for (int c = 0; c < C; ++c) {
      row[i % R][c] += c * i;
      plane[c % R][i % C] += 1;
    }
  }
  SHOW_INTEGERS("h", h[0], R * C);
  SHOW_INTEGERS("row", row[0], R * C);
  SHOW_FLOATS("plane", plane[0], R * C);
}
