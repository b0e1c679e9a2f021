// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Spans, whose subscript checks itself in constant expressions.
// RUN: %conform %s %t -std=c++20
#include "show.h"
#include <span>
#include <vector>

static int negative(std::span<const int> s) {
#pragma twofold parallel for
  for (int i = 0; i < int(s.size()); ++i)
    if (s[i] < 0)
      return s[i];
  return 0;
}

int main() {
  std::vector<int> v(800);
  for (int i = 0; i < 800; ++i)
    v[i] = i * 3 % 811;
  SHOW_INTEGER(negative(v));
  v[700] = -7;
  v[699] = -6;
  SHOW_INTEGER(negative(v));
  SHOW_INTEGER(negative(std::span<const int>(v).first(600)));
}
