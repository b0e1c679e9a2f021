// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A loop in a lambda, with targets that it captured.
// RUN: %conform %s %t
#include "show.h"

int main() {
  constexpr int N = 500, Bins = 6;
  static int h[Bins];
  int local[Bins] = {1, 2, 3};
  int *p = h;
  auto run = [p, &local](int n) {
#pragma twofold parallel for extent(p, 6)
    for (int i = 0; i < n; ++i) {
      p[i % Bins] += i;
      local[i / 100] |= i;
    }
  };
  run(N);
  SHOW_INTEGERS("h", h, Bins);
  SHOW_INTEGERS("local", local, Bins);
}
