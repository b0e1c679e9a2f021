// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reductions before the exit: the iteration that leaves counts up to there.
// RUN: %conform %s %t --native
#include "show.h"

int main(void) {
  enum { N = 700 };
  static int a[N], h[8];
  for (int i = 0; i < N; ++i)
    a[i] = i * 13 % 709;
  int sum = 0, low = 1 << 20, count = 0;
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
    sum += a[i];
    if (a[i] < low)
      low = a[i];
    if (a[i] == 300)
      break;
    count++;
  }
  SHOW_INTEGER(sum);
  SHOW_INTEGER(low);
  SHOW_INTEGER(count);
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
    h[a[i] & 7]++;
    if (a[i] == 500)
      break;
  }
  SHOW_INTEGERS("h", h, 8);
}
