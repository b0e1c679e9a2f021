// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Objects of the body are assigned and swapped under conditions.
// RUN: %conform %s %t -std=c++20
#include "show.h"
#include <span>
#include <utility>

int main() {
  static int a[20], b[20], out[20];
  for (int i = 0; i < 20; ++i)
    a[i] = i, b[i] = 100 - i;
  std::span<const int> whole(a, 20), other(a + 5, 7);
#pragma twofold parallel for
  for (int i = 0; i < 20; ++i) {
    auto s = whole, t = other;
    if (i % 3 == 0)
      std::swap(s, t);
    if (i % 2)
      s = t;
    out[i] = s.back() * 100 + t.size() + s[1];
  }
  SHOW_INTEGERS("out", out, 20);
}
