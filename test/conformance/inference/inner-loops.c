// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Updates in for, while and do loops inside an iteration.
// RUN: %conform %s %t
#include "show.h"

enum { N = 60 };

int main(void) {
  static int x[N];
  long sum = 4;
  unsigned bits = 0;
  int low = 1000;
  for (int i = 0; i < N; ++i)
    x[i] = (i * 31 + 7) % 43;
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
    for (int j = 0; j < i % 5; ++j)
      sum += x[j] * i;
    int k = x[i];
    while (k > 0) {
      bits ^= k;
      k /= 3;
    }
    do
      if (x[k] + i < low)
        low = x[k] + i;
    while (++k < 3);
  }
  long results[] = {sum, bits, low};
  SHOW_INTEGERS("results", results, 3);
}
