// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Closures around the loop and inside of it.
// RUN: %conform %s %t -std=c++17
#include "show.h"

int main() {
  static int a[80], b[80], c[80];
  int k = 5;
  auto square = [](int x) { return x * x; };
  auto at = [&](int i) { return a[i] + k; };
  for (int i = 0; i < 80; ++i)
    a[i] = 80 - i;
#pragma twofold parallel for
  for (int i = 0; i < 80; ++i)
    b[i] = square(i) + at(79 - i);
#pragma twofold parallel for
  for (int i = 0; i < 80; ++i) {
    int base = b[i];
    auto add = [=](int x) { return base + x * k; };
    auto set = [&](int x) { c[i] = x; };
    set(add(2) - add(1));
    c[i] += [&] { return base; }();
  }
  SHOW_INTEGERS("b", b, 80);
  SHOW_INTEGERS("c", c, 80);
}
