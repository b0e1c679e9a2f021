// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// std::min and std::max of float, unsigned, long and char, the variable on
// either side.
// RUN: %conform %s %t
#include "show.h"
#include <algorithm>

enum { N = 130 };

int main() {
  static float x[N];
  static unsigned y[N];
  static long z[N];
  float low = 1e30f, high = -1e30f;
  unsigned least = ~0u, most = 0;
  long near = 1L << 50, far = -(1L << 50);
  char first = 'z';
  for (int i = 0; i < N; ++i)
    x[i] = i * 577 % 211 - 50, y[i] = i * 2654435761u, z[i] = x[i] * 1000;
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
    low = std::min(low, x[i]);
    high = std::max(high, x[i] + 1);
    least = std::min(y[i], least);
    most = std::max(y[i] >> 1, most);
    near = std::min<long>(near, z[i]);
    far = std::max(z[i], far);
    first = std::min(first, char('a' + (i * 7 + 5) % 23));
  }
  SHOW_FLOAT(low);
  SHOW_FLOAT(high);
  long results[] = {least, most, near, far, first};
  SHOW_INTEGERS("results", results, 5);
}
