// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A lambda made in the body decides: iterations run in order.
// RUN: %conform %s %t --native
#include "show.h"
#include <vector>

int main() {
  std::vector<double> v(600);
  for (int i = 0; i < 600; ++i)
    v[i] = (i * 29 % 601) * 0.25;
  int at = -1;
#pragma twofold parallel for
  for (int i = 0; i < 600; ++i) {
    auto differs = [&](double by) { return v[i] - by > 140; };
    if (differs(2.5)) {
      at = i;
      break;
    }
  }
  SHOW_INTEGER(at);
}
