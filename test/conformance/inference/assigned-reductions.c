// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A reduction clause that names what each iteration assigns before it is used, as
// the sum of an inner loop: iterations share nothing, and the last one's value is
// there after the loop.
// RUN: %conform %s %t
#include "show.h"

enum { N = 300, M = 17 };
static int x[N][M];

int main(void) {
  for (int i = 0; i < N; ++i)
    for (int k = 0; k < M; ++k)
      x[i][k] = (i * 7 + k * 3) % 23;

  static int rows[N], odd[N], least[N];
  int sum = 5, last = 7, low;
#pragma twofold parallel for reduction(+ : sum)
  for (int i = 0; i < N; ++i) {
    sum = 0;
    for (int k = 0; k < M; ++k)
      sum += x[i][k];
    rows[i] = sum;
  }
  SHOW_INTEGERS("rows", rows, N);
  SHOW_INTEGERS("sum", &sum, 1);

#pragma twofold parallel for reduction(+ : last)
  for (int i = 0; i < N; ++i) {
    if (x[i][0] % 2 == 1) {
      last = x[i][1];
      last += x[i][2];
      odd[i] = last;
    }
  }
  SHOW_INTEGERS("odd", odd, N);
  SHOW_INTEGERS("last", &last, 1);

#pragma twofold parallel for reduction(min : low)
  for (int i = 0; i < N; ++i) {
    low = x[i][0];
    for (int k = 1; k < M; ++k)
      if (x[i][k] < low)
        low = x[i][k];
    least[i] = low * 2;
  }
  SHOW_INTEGERS("least", least, N);
}
