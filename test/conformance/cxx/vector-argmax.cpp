// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The iteration that an inferred reduction came from, in a loop over vectors.
// RUN: %conform %s %t -std=c++17
#include "show.h"
#include <vector>

int main() {
  const int N = 1000;
  std::vector<int> x(N);
  for (int i = 0; i < N; ++i)
    x[i] = i * 37 % 101;
  int best = -1, at = -1, last, sum = 0;
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
    last = x[i] * 2;
    sum += last;
    if (x[i] > best) {
      best = x[i];
      at = i;
    }
  }
  SHOW_INTEGER(best);
  SHOW_INTEGER(at);
  SHOW_INTEGER(last);
  SHOW_INTEGER(sum);
}
