// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Comparisons by way of <=>, as those of iterators are, on arrays and numbers.
// RUN: %conform %s %t -std=c++20
#include "show.h"
#include <compare>
#include <vector>

int main() {
  static int a[80], b[80], c[80], d[80];
  std::vector<int> v(90);
  for (int i = 0; i < 80; ++i)
    a[i] = (i * 37) % 11;
  for (int i = 0; i < 90; ++i)
    v[i] = i * i;
#pragma twofold parallel for
  for (int i = 0; i < 80; ++i)
    b[i] = ((a[i] <=> 5) < 0 ? 1 : 2) + ((a[i] <=> 7) != 0 ? 10 : 20);
#pragma twofold parallel for
  for (int i = 0; i < 80; ++i) {
    int s = 0;
    for (auto p = v.begin() + i; p < v.begin() + i + 5; ++p)
      s += *p;
    c[i] = s;
  }
#pragma twofold parallel for
  for (int i = 0; i < 80; ++i) {
    double x = a[i], y = 5;
    d[i] = x <=> y >= 0;
  }
  SHOW_INTEGERS("b", b, 80);
  SHOW_INTEGERS("c", c, 80);
  SHOW_INTEGERS("d", d, 80);
}
