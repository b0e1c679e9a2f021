// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Positions of extrema over NaN, infinities and keys that are computed.
// RUN: %conform %s %t
#include "show.h"
#include <math.h>

enum { N = 140 };

int main(void) {
  static double x[N];
  double low = INFINITY, high = -INFINITY, none = NAN;
  int at = -1, to = -1, nowhere = -1;
  for (int i = 0; i < N; ++i)
    x[i] = i % 9 == 2 ? NAN : i % 13 == 5 ? INFINITY : (i * 71 % 97) * 0.5;
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
    if (x[i] - 1 < low) {
      low = x[i] - 1;
      at = i;
    }
    if (high < x[i])
      high = x[i], to = i;
    if (x[i] < none) {
      none = x[i];
      nowhere = i;
    }
  }
  SHOW_FLOAT(low);
  SHOW_FLOAT(high);
  int results[] = {at, to, nowhere, isnan(none)};
  SHOW_INTEGERS("results", results, 4);
}
