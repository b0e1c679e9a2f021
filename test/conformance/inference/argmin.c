// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A minimum with its position; of equal values the first one wins.
// RUN: %conform %s %t
#include "show.h"

enum { N = 997 };

int main(void) {
  static float x[N];
  float least = 1e30f, most = -1e30f;
  int at = -1, where = -1;
  for (int i = 0; i < N; ++i)
    x[i] = (float)(i * 7919 % 31);
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
    if (x[i] < least) {
      least = x[i];
      at = i;
    }
    if (most < x[i])
      most = x[i], where = i;
  }
  SHOW_FLOAT(least);
  SHOW_INTEGER(at);
  SHOW_FLOAT(most);
  SHOW_INTEGER(where);
}
