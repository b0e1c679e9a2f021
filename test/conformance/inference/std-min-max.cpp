// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// std::min and std::max, with the variable on the left: NaN never wins.
// RUN: %conform %s %t
#include "show.h"
#include <algorithm>

enum { N = 200 };

int main() {
  static double x[N];
  static int k[N];
  for (int i = 0; i < N; ++i) {
    x[i] = (i * 53) % 211 * 0.5;
    k[i] = (i * 71) % 199 - 100;
  }
  double low = 1e9, high = -1e9;
  int least = 1000, most = -1000;
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
    low = std::min(low, x[i] + 1);
    high = std::max(high, x[i]);
    least = std::min(k[i], least);
    most = std::max<int>(most, k[i]);
  }
  SHOW_FLOAT(low);
  SHOW_FLOAT(high);
  SHOW_INTEGER(least);
  SHOW_INTEGER(most);
}
