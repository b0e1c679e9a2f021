// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// rbegin() to rend(), as a loop and inside one.
// RUN: %conform %s %t -std=c++17
// RUN: %if libcxx %{ %conform %s %t.libcxx -std=c++17 -stdlib=libc++ %}
#include "show.h"
#include <vector>

int main() {
  std::vector<int> v(80), sums(8);
  for (int i = 0; i < 80; ++i)
    v[i] = i;
#pragma twofold parallel for
  for (auto it = v.rbegin(); it != v.rend(); ++it)
    *it = *it * 2 + 1;
#pragma twofold parallel for
  for (int i = 0; i < 8; ++i) {
    int sum = 0;
    for (auto it = v.rbegin() + i; it != v.rend(); ++it)
      sum = sum * 3 % 1009 + *it;
    sums[i] = sum;
  }
  SHOW_INTEGERS("v", v, 80);
  SHOW_INTEGERS("sums", sums, 8);
}
