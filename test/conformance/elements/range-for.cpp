// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// All elements of an array and a vector, by an inner loop over them.
// RUN: %conform %s %t
#include "show.h"
#include <vector>

int main() {
  constexpr int N = 400;
  static int s[5];
  std::vector<int> v(4, 7);
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
    for (int &x : s)
      x += i;
    for (auto &x : v)
      x ^= i;
  }
  SHOW_INTEGERS("s", s, 5);
  SHOW_INTEGERS("v", v, 4);
}
