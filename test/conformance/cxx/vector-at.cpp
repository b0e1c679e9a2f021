// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// at(), whose check throws: natively.
// RUN: %conform %s %t --native -std=c++17
#include "show.h"
#include <array>
#include <vector>

int main() {
  std::vector<int> a(70), b(70);
  std::array<int, 7> w{1, 2, 3, 4, 5, 6, 7};
#pragma twofold parallel for
  for (int i = 0; i < 70; ++i)
    a.at(i) = i * 3;
#pragma twofold parallel for
  for (int i = 0; i < 70; ++i)
    b[i] = a.at(69 - i) + w.at(i % 7);
  SHOW_INTEGERS("b", b, 70);
}
