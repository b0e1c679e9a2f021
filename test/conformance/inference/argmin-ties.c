// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Ties go to the first with <, to the last with <=; payloads come along.
// RUN: %conform %s %t
#include "show.h"

enum { N = 140 };

int main(void) {
  static int x[N];
  int low = 100, first = -1, high = -100, last = -1;
  double payload = 0;
  for (int i = 0; i < N; ++i)
    x[i] = i * 5 % 7;
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
    if (x[i] < low) {
      low = x[i];
      first = i;
      payload = x[i] * 0.5 + i;
    }
    if (x[i] >= high) {
      high = x[i];
      last = i;
    }
  }
  int results[] = {low, first, high, last};
  SHOW_INTEGERS("results", results, 4);
  SHOW_FLOAT(payload);
}
