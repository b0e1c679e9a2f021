// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// std::vector<bool>: written in order, for its neighbours share words.
// RUN: %conform %s %t --native -std=c++17
#include "show.h"
#include <vector>

int main() {
  std::vector<bool> b(1999), c(1999);
#pragma twofold parallel for
  for (int i = 0; i < 1999; ++i)
    b[i] = i % 3 == 0;
#pragma twofold parallel for
  for (auto x : c)
    x = true;
  int n = 0;
#pragma twofold parallel for
  for (int i = 0; i < 1999; ++i)
    n += b[i] && c[i];
  SHOW_INTEGERS("b", b, 1999);
  SHOW_INTEGER(n);
}
