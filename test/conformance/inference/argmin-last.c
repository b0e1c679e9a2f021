// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// With <= and >= the last of equal values wins. A start value that is never
// beaten, or only equalled, stays or goes as it does in order.
// RUN: %conform %s %t
#include "show.h"

enum { N = 500 };

int main(void) {
  static int x[N];
  int least = 3, most = 28, at = -1, where = -1, same = 0, kept = -1;
  int low = 0, keeps = -1;
  for (int i = 0; i < N; ++i)
    x[i] = i * 31 % 29;
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
    if (least >= x[i]) {
      at = i * 2;
      least = x[i];
    }
    if (x[i] >= most) {
      most = x[i];
      where = i;
    }
    if (x[i] < low) {
      low = x[i];
      keeps = i;
    }
  }
#pragma twofold parallel for
  for (int i = 0; i < N; ++i)
    if (x[i] <= same) {
      same = x[i];
      kept = i;
    }
  int results[] = {least, most, at, where, same, kept, low, keeps};
  SHOW_INTEGERS("results", results, 8);
}
